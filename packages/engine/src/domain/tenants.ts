// Tenants: who owns banks, each in a schema of its own.
// In: nothing. Out: types, and which names a tenant may have.

import type { SettingOrigins } from "./resources.js";

/** A tenant with what its banks have set where they say nothing themselves. */
export interface Tenant {
  /** Name of its schema. */
  readonly name: string;
  /** Null for the home tenant, which is as old as the database. */
  readonly createdAt: Date | null;
}

/** Settings of all banks of a tenant: over the server's, under a bank's. */
export interface TenantConfig {
  readonly tenant: string;
  /** In force in a bank that overrides nothing. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly origins: SettingOrigins;
}

/** The schema of the home tenant, unless HINDSIGHT_API_DATABASE_SCHEMA names another. */
export const PUBLIC_SCHEMA = "public";

/** What is wrong with a name for a tenant; null for nothing. It becomes the name of a schema. */
export function tenantNameProblem(name: string): string | null {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) {
    return "takes small letters, digits and underscores, does not begin with a digit, and has at most 63 characters.";
  }
  return name.startsWith("pg_") || name === "information_schema" ? "is a name that the database keeps for itself." : null;
}
