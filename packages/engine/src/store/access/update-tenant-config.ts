import type { TenantScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

export interface TenantConfigChange {
  readonly set: Readonly<Record<string, unknown>>;
  /** Settings to take out; null takes out all of them. */
  readonly clear: readonly string[] | null;
}

/** Merges a change into the settings of a tenant; one statement, so that of two writers both changes stay. Returns what is stored then. */
export async function updateTenantConfig(
  db: Db,
  tenant: TenantScope,
  { set, clear }: TenantConfigChange,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await db.query<{ config: Readonly<Record<string, unknown>> }>(sql`
    INSERT INTO tenant (schema_name, config) VALUES (${tenant.tenant}, ${json(set)}::jsonb)
    ON CONFLICT (schema_name) DO UPDATE
    SET config = CASE WHEN ${clear === null}::boolean THEN '{}'::jsonb ELSE (tenant.config || excluded.config) - ${clear ?? []}::text[] END
    RETURNING config`);
  return rows[0]?.config ?? {};
}
