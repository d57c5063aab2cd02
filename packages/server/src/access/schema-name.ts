// Schema names: what an identity provider calls a tenant becomes the name of a schema.
// In: a prefix and any text. Out: a name that no other text has.

import { createHash } from "node:crypto";

/** Room for the prefix, and for a UUID behind it. */
const LONGEST_PLAIN = 40;

/**
 * A plain word (a UUID, a slug: small letters, digits, single hyphens between) keeps its letters, with underscores for hyphens; anything else becomes the
 * first 128 bits of its SHA-256. Two texts never share a name: plain words have no underscores, and only a hash stands behind two.
 */
export function schemaOf(prefix: string, tenant: string): string {
  if (tenant.length <= LONGEST_PLAIN && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(tenant)) return `${prefix}_${tenant.replaceAll("-", "_")}`;
  return `${prefix}__${createHash("sha256").update(tenant).digest("hex").slice(0, 32)}`;
}
