// Credentials in a general form: addresses with a password in them, private keys, signed tokens.
// In: nothing. Out: detectors.

import { type Detector, secret } from "./detector.js";

/** An address with user and password. Behind the host only what stands in addresses is taken, so that it ends at a Chinese character. */
const withPassword = (scheme: string): string =>
  String.raw`(?i)\b${scheme}://[^\s:/@"'<>\x60]*:[^\s/@"'<>\x60]+@[a-z0-9._~:/?#@!$&()*+,;=%\[\]-]*`;

const open = { isClosed: false } as const;

export const CREDENTIALS: readonly Detector[] = [
  secret("db_url_postgres", "://", withPassword(String.raw`postgres(?:ql)?(?:\+[a-z0-9]{1,20})?`), open),
  secret("db_url_mysql", "://", withPassword(String.raw`mysql(?:\+[a-z0-9]{1,20})?`), open),
  secret("db_url_mongodb", "://", withPassword(String.raw`mongodb(?:\+srv)?`), open),
  secret("db_url_redis", "://", withPassword("rediss?"), open),
  secret("amqp_url", "://", withPassword("amqps?"), open),
  secret("url_with_password", "://", withPassword("(?:https?|ftps?|sftp|ssh)"), open),
  secret("private_key_pem", "PRIVATE KEY", "-----BEGIN (?:[A-Z0-9]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----", {
    isClosed: false,
    closing: { begin: "-----END ", end: "-----" },
  }),
  secret("jwt", "eyJ", String.raw`\beyJ[A-Za-z0-9_-]{7,}\.eyJ[A-Za-z0-9_-]{7,}\.[A-Za-z0-9_-]{10,}`),
];
