// Keys of a tenant: made, listed, revoked, and checked when a caller presents one.
// In: the home schema's database, where all keys lie. Out: keys without their secrets; a caller's key, or null for what is none.

import { ACCESS_LEVELS, type ApiKey, type ApiKeys, type NewApiKey } from "../../domain/access.js";
import type { TenantScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { findKey } from "../../store/access/find-key.js";
import { insertKey } from "../../store/access/insert-key.js";
import { listKeys } from "../../store/access/list-keys.js";
import { revokeKey } from "../../store/access/revoke-key.js";
import { touchKey } from "../../store/access/touch-key.js";
import type { Db } from "../../store/db.js";
import { hashOf, isSame, newKey, readKey } from "./secret.js";

const LONGEST_NAME = 200;
const MOST_PATTERNS = 100;
const LONGEST_PATTERN = 400;

/** The keys of `tenant`. `now` is the wall clock by which a new key may not be expired. */
export function keysOf(db: Db, tenant: TenantScope, now: () => Date): ApiKeys {
  return {
    async create(fields) {
      const { name = "", access = "write", banks = null, expiresAt = null } = fields;
      checkNew({ name, access, banks, expiresAt }, now());
      const { id, secret, text } = newKey();
      return { ...(await insertKey(db, tenant, { id, name, secretHash: hashOf(secret), access, banks, expiresAt })), key: text };
    },
    list: () => listKeys(db, tenant),
    async revoke(id) {
      const key = await revokeKey(db, tenant, id);
      if (key === null)
        throw new HindsightError("key_not_found", `There is no key '${id.slice(0, 100)}'; list the keys to see those there are.`);
      return key;
    },
  };
}

/**
 * The key that a caller presents, when it is one and in force; null for anything else, so that nobody learns which part was wrong.
 * Its use is noted at most once a minute.
 */
export async function checkKey(db: Db, home: TenantScope, presented: string, now: Date): Promise<ApiKey | null> {
  const parts = readKey(presented);
  if (parts === null) return null;
  const found = await findKey(db, home, parts.id);
  // Compared also where there is no such key: an unknown id takes as long as a wrong secret.
  const isRight = isSame(parts.secret, found?.secretHash ?? hashOf(""));
  if (found === null || !isRight || !found.isThere || found.revokedAt !== null) return null;
  if (found.expiresAt !== null && found.expiresAt <= now) return null;
  if (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() > 60_000) await touchKey(db, home, found.id);
  const { secretHash: _hash, isThere: _there, ...key } = found;
  return key;
}

function checkNew({ name, access, banks, expiresAt }: Required<NewApiKey>, now: Date): void {
  const refuse = (message: string): never => {
    throw new HindsightError("bad_argument", message);
  };
  if (name.length > LONGEST_NAME || name.includes("\0")) refuse(`The name of a key has at most ${LONGEST_NAME} characters.`);
  if (!ACCESS_LEVELS.includes(access)) refuse(`The access of a key is one of ${ACCESS_LEVELS.join(", ")}.`);
  if (banks !== null && (banks.length === 0 || banks.length > MOST_PATTERNS)) {
    refuse(`A key is for every bank, or names 1 to ${MOST_PATTERNS} of them.`);
  }
  for (const pattern of banks ?? []) {
    if (pattern === "" || pattern.length > LONGEST_PATTERN || pattern.includes("\0")) {
      refuse(`A bank of a key is a name of 1 to ${LONGEST_PATTERN} characters, in which * stands for any.`);
    }
  }
  if (expiresAt !== null && !(expiresAt.getTime() > now.getTime())) refuse("The key would be expired already; give a time to come.");
}
