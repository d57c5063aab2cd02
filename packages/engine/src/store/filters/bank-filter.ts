import { type Statement, sql } from "../db.js";

/** Banks whose id, name or an alias is like `pattern` (ILIKE); null is every bank. */
export function bankFilter(pattern: string | null): Statement {
  if (pattern === null) return sql`TRUE`;
  return sql`(external_id ILIKE ${pattern} OR name ILIKE ${pattern}
    OR EXISTS (SELECT FROM bank_alias WHERE bank_alias.bank_id = bank.bank_id AND alias ILIKE ${pattern}))`;
}
