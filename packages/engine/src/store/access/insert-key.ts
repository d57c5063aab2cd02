import type { AccessLevel, ApiKey } from "../../domain/access.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { KEY_COLUMNS } from "./key-columns.js";

export interface InsertedKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the secret, 32 bytes. */
  readonly secretHash: Uint8Array;
  readonly access: AccessLevel;
  readonly banks: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** Adds a key of the tenant. */
export async function insertKey(db: Db, tenant: TenantScope, key: InsertedKey): Promise<ApiKey> {
  const { rows } = await db.query<ApiKey>(sql`
    INSERT INTO api_key (id, schema_name, name, secret_hash, access, banks, expires_at)
    VALUES (${key.id}, ${tenant.tenant}, ${key.name}, ${key.secretHash}, ${key.access}, ${key.banks}::text[], ${key.expiresAt}::timestamptz)
    RETURNING ${KEY_COLUMNS}`);
  return rows[0] as ApiKey;
}
