// Entering a schema: which tables the names of a statement mean on one connection.
// In: a schema, or null for what the connection was opened with. Out: the statement that a connection runs before others.

import { HindsightError } from "../errors.js";
import { type Statement, sql, sqlStateOf } from "./db.js";

/**
 * Behind the schema comes the one that pgvector lies in: its types and operators are named without a schema. Where that is another tenant's own, a
 * table that is missing here would be found there; so a schema that is not there cannot be entered (SQLSTATE 3F000, by the cast), and a tenant whose
 * schema is gone is refused (docs/decisions/tenancy.md).
 */
export function enterSchema(schema: string | null): Statement {
  if (schema === null) return sql`SET search_path TO DEFAULT`;
  return sql`
    SELECT set_config('search_path', quote_ident(${schema}::text)::regnamespace::text || coalesce((
      SELECT ', ' || quote_ident(n.nspname) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'vector'), ''), false)`;
}

/** What the failure to enter is told as: `tenant_not_found` where the schema is not there. */
export function notEntered(error: unknown, schema: string | null): unknown {
  if (sqlStateOf(error) !== "3F000") return error;
  return new HindsightError(
    "tenant_not_found",
    `There is no schema '${schema}' in this database; list the tenants to see those there are, or create it.`,
  );
}
