import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Puts the tenant into the list of the home schema, once. */
export async function upsertTenant(db: Db, tenant: TenantScope): Promise<void> {
  await db.query(sql`INSERT INTO tenant (schema_name) VALUES (${tenant.tenant}) ON CONFLICT DO NOTHING`);
}
