import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { ListedTenant } from "./list-tenants.js";

/** The tenant's row of the home schema; null when it has none, or its schema is gone. */
export async function readTenant(db: Db, tenant: TenantScope): Promise<ListedTenant | null> {
  const { rows } = await db.query<ListedTenant>(sql`
    SELECT schema_name AS name, config, created_at AS "createdAt" FROM tenant
    WHERE schema_name = ${tenant.tenant} AND to_regnamespace(quote_ident(schema_name)) IS NOT NULL`);
  return rows[0] ?? null;
}
