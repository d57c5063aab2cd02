import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ListedTenant {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** Tenants whose schema is there, by name: the list of the home schema, in which the home tenant stands only when it has settings. */
export async function listTenants(db: Db, _home: TenantScope): Promise<readonly ListedTenant[]> {
  const { rows } = await db.query<ListedTenant>(sql`
    SELECT schema_name AS name, config, created_at AS "createdAt" FROM tenant
    WHERE to_regnamespace(quote_ident(schema_name)) IS NOT NULL ORDER BY schema_name`);
  return rows;
}
