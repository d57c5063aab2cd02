// Keys of a tenant: made, listed, revoked, and checked when a caller presents one.
// In: the home schema's database, where all keys lie. Out: keys without their secrets; a caller's key, or null for what is none.

import { z } from "zod";
import { ACCESS_LEVELS, type ApiKey, type ApiKeys, type NewApiKey } from "../../domain/access.js";
import type { TenantScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { findKey } from "../../store/access/find-key.js";
import { insertKey } from "../../store/access/insert-key.js";
import { listKeys } from "../../store/access/list-keys.js";
import { revokeKey } from "../../store/access/revoke-key.js";
import { touchKey } from "../../store/access/touch-key.js";
import type { Db } from "../../store/db.js";
import type { KeyRequest } from "./requests.js";
import { hashOf, isSame, newKey, readKey } from "./secret.js";

const LONGEST_NAME = 200;
const MOST_PATTERNS = 100;
const LONGEST_PATTERN = 400;

/** The keys of `tenant`. `now` is the wall clock by which a new key may not be expired. */
export function keysOf(db: Db, tenant: TenantScope, now: () => Date): ApiKeys {
  return {
    async create(fields) {
      const { id, secret, text } = newKey();
      return { ...(await addKey(db, tenant, { id, secretHash: hashOf(secret), fields }, now())), key: text };
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

/** Adds a key whose secret somebody else has. Throws `bad_argument` for fields that no key may have. */
async function addKey(
  db: Db,
  tenant: TenantScope,
  { id, secretHash, fields }: { readonly id: string; readonly secretHash: Uint8Array; readonly fields: NewApiKey },
  now: Date,
): Promise<ApiKey> {
  const { name = "", access = "write", banks = null, expiresAt = null } = fields;
  checkNew({ name, access, banks, expiresAt }, now);
  return insertKey(db, tenant, { id, name, secretHash, access, banks, expiresAt });
}

/**
 * Does what a process asked for that may not open the database (`serveKeyRequests`). `open` gives the tenant of a schema, null where there is none. Throws
 * `tenant_not_found`, `key_not_found`, and `bad_argument` for what is no request.
 */
export async function actOnKey(
  db: Db,
  request: KeyRequest,
  { open, now }: { readonly open: (schema: string) => Promise<TenantScope | null>; readonly now: () => Date },
): Promise<ApiKey> {
  const schema = String(request.schema);
  const tenant = await open(schema);
  if (tenant === null)
    throw new HindsightError("tenant_not_found", `There is no tenant '${schema.slice(0, 100)}'; list the tenants to see those there are.`);
  if (request.verb === "revoke") return keysOf(db, tenant, now).revoke(String(request.id));
  const parsed = REQUEST.safeParse(request);
  if (!parsed.success)
    throw new HindsightError("bad_argument", "This is no request for a key. Use the command of the server's own version.");
  const { id, secretHash, fields } = parsed.data;
  return addKey(db, tenant, { id, secretHash: Buffer.from(secretHash, "hex"), fields: fields as NewApiKey }, now());
}

const REQUEST = z.object({
  verb: z.literal("create"),
  id: z.string().regex(/^[0-9a-z]{10}$/),
  secretHash: z.string().regex(/^[0-9a-f]{64}$/),
  fields: z.object({
    name: z.string().optional(),
    access: z.enum(ACCESS_LEVELS).optional(),
    banks: z.array(z.string()).nullish(),
    expiresAt: z.coerce.date().nullish(),
  }),
});

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
