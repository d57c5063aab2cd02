// Sessions of the console: a signed cookie, and nothing stored but the ones that were ended early.
// In: the key that people log in with. Out: tokens `time.id.mac`, and whether one is good.

import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { isSame } from "../access/authenticate.js";

/** As the reference's (shared/contract/control-plane.md), in ms. */
export const SESSION_MS = 24 * 60 * 60 * 1000;
/** How far the clocks of servers that share a key may be apart, in ms. */
const SKEW_MS = 60_000;
/** Milliseconds since 1970, 128 random bits, HMAC-SHA-256; the last two base64url. */
const TOKEN = /^([1-9]\d{0,14})\.([\w-]{22})\.([\w-]{43})$/;
/** Ended sessions that are remembered; one who ends more within a day needs the key for it. */
const MOST_ENDED = 10_000;

export interface Sessions {
  begin(): string;
  /** Is one of these the token of a session that goes on? A browser may send several of one name. */
  holds(tokens: readonly string[]): boolean;
  end(tokens: readonly string[]): void;
}

/** The signing key is drawn from the access key (HKDF, RFC 5869): another access key ends every session. `now` is in ms since 1970. */
export function sessions(accessKey: string, now: () => number = Date.now): Sessions {
  const key = Buffer.from(hkdfSync("sha256", accessKey, "", "hindsight console session 1", 32));
  const ended = new Map<string, number>();
  const macOf = (begun: string, id: string): string => createHmac("sha256", key).update(`${begun}.${id}`).digest("base64url");

  /** Id and beginning of a good token; null for any other. */
  function read(token: string): { readonly id: string; readonly begun: number } | null {
    const [, begun = "", id = "", mac = ""] = TOKEN.exec(token) ?? [];
    if (begun === "" || !isSame(mac, macOf(begun, id))) return null;
    const age = now() - Number(begun);
    return age >= SESSION_MS || age < -SKEW_MS || ended.has(id) ? null : { id, begun: Number(begun) };
  }

  return {
    begin() {
      const [begun, id] = [String(now()), randomBytes(16).toString("base64url")];
      return `${begun}.${id}.${macOf(begun, id)}`;
    },
    holds: (tokens) => tokens.some((token) => read(token) !== null),
    end(tokens) {
      for (const session of tokens.map(read)) if (session !== null) ended.set(session.id, session.begun);
      for (const [id, begun] of ended) {
        if (ended.size <= MOST_ENDED && now() - begun < SESSION_MS) break;
        ended.delete(id);
      }
    },
  };
}
