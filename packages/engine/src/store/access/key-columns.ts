import { sql } from "../db.js";

/** A key without the hash of its secret, which no list needs. */
export const KEY_COLUMNS = sql`id, schema_name AS tenant, name, access, banks, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`;
