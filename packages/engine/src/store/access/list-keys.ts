import type { ApiKey } from "../../domain/access.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { KEY_COLUMNS } from "./key-columns.js";

/** All keys of the tenant, newest first. */
export async function listKeys(db: Db, tenant: TenantScope): Promise<readonly ApiKey[]> {
  const { rows } = await db.query<ApiKey>(
    sql`SELECT ${KEY_COLUMNS} FROM api_key WHERE schema_name = ${tenant.tenant} ORDER BY created_at DESC, id`,
  );
  return rows;
}
