// Making a tenant: its schema, its tables, its place in the list.

import type { Logger } from "pino";
import { type TenantScope, tenantScope } from "../domain/scope.js";
import { PUBLIC_SCHEMA, tenantNameProblem } from "../domain/tenants.js";
import { HindsightError } from "../errors.js";
import { upsertTenant } from "../store/access/upsert-tenant.js";
import { createSchema } from "../store/create-schema.js";
import type { Database } from "../store/db.js";
import { listMigrations, migrate } from "../store/migrate.js";

/** Throws `bad_argument` for a name that no tenant can have. The home tenant keeps whatever name its schema has, and `public` is no one else's. */
export function requireTenantName(home: TenantScope, name: string): void {
  const problem =
    name === home.tenant ? null : name === PUBLIC_SCHEMA ? "is what the home tenant of another server is called." : tenantNameProblem(name);
  if (problem !== null) throw new HindsightError("bad_argument", `The name of a tenant ${problem}`);
}

/** `db` is the home schema's. A tenant that is there is left as it is, but for what it lacks. */
export async function createTenant(db: Database, home: TenantScope, name: string, log?: Logger): Promise<void> {
  requireTenantName(home, name);
  if (name === home.tenant) return;
  await createSchema(db, name);
  await migrate(db.inSchema(name), await listMigrations(), log);
  await upsertTenant(db, tenantScope(name));
}
