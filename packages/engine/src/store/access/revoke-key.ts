import type { ApiKey } from "../../domain/access.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { KEY_COLUMNS } from "./key-columns.js";

/** Takes a key of the tenant out of force; null when the tenant has none of that id. A second time changes nothing. */
export async function revokeKey(db: Db, tenant: TenantScope, id: string): Promise<ApiKey | null> {
  const { rows } = await db.query<ApiKey>(sql`
    UPDATE api_key SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE id = ${id} AND schema_name = ${tenant.tenant}
    RETURNING ${KEY_COLUMNS}`);
  return rows[0] ?? null;
}
