// Entering a schema: which tables the names of a statement mean on one connection.
// In: a schema, or null for what the connection was opened with. Out: the statement that a connection runs before others.

import { type Statement, sql } from "./db.js";

/**
 * Behind the schema comes the one that pgvector lies in: its types and operators are named without a schema. Where that is another tenant's own, a
 * table that is missing here would be found there; so a schema is entered only when it is migrated, and a tenant whose schema is gone is refused
 * (docs/decisions/tenancy.md).
 */
export function enterSchema(schema: string | null): Statement {
  if (schema === null) return sql`SET search_path TO DEFAULT`;
  return sql`
    SELECT set_config('search_path', quote_ident(${schema}::text) || coalesce((
      SELECT ', ' || quote_ident(n.nspname) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'vector'), ''), false)`;
}
