import type { Directive, DirectiveFields } from "../../domain/directives.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { DIRECTIVE } from "../shapes/directive.js";

/** Changes the given fields; null when the bank has none of that id. */
export async function updateDirective(db: Db, bank: BankScope, id: string, change: Partial<DirectiveFields>): Promise<Directive | null> {
  const { rows } = await db.query<Directive>(sql`
    UPDATE directive AS d
    SET name = coalesce(${change.name ?? null}, d.name), content = coalesce(${change.content ?? null}, d.content),
      priority = coalesce(${change.priority ?? null}::integer, d.priority), is_active = coalesce(${change.isActive ?? null}::boolean, d.is_active),
      tags = coalesce(${change.tags ?? null}::text[], d.tags), updated_at = clock_timestamp()
    WHERE d.bank_id = ${bank.key} AND d.id = ${id}::uuid
    RETURNING ${DIRECTIVE}`);
  return rows[0] ?? null;
}
