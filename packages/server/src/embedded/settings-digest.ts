// Whether two programs want the same server: settings compared without keeping them.
// In: an environment. Out: a digest for each setting; the names of those that differ. Values are never told.

import { createHmac } from "node:crypto";

type Env = Readonly<Record<string, string | undefined>>;
export type Digests = Readonly<Record<string, string>>;

/** Of the program and of what it talks to, not of the server; the port is found by the profile. */
const NOT_OF_THE_SERVER = /^HINDSIGHT_(?:EMBED_|FS_|TEST_|API_(?:URL|KEY|PORT)$|PROFILE$|BANK_ID$|CONFIG$|DATA_DIR$)/;

/** `secret` is known to whoever may read the server's file alone. */
export function digestsOf(env: Env, secret: string): Digests {
  const told = Object.entries(env).filter(([name, value]) => name.startsWith("HINDSIGHT_") && !NOT_OF_THE_SERVER.test(name) && value);
  return Object.fromEntries(
    told.map(([name, value]) => [
      name,
      createHmac("sha256", secret)
        .update(value ?? "")
        .digest("hex")
        .slice(0, 16),
    ]),
  );
}

/** Names of settings that one has and the other has not, or otherwise. */
export function differing(one: Digests, other: Digests): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]).sort();
}
