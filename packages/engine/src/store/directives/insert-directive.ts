import type { Directive } from "../../domain/directives.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { DIRECTIVE } from "../shapes/directive.js";

export type NewDirective = Omit<Directive, "createdAt" | "updatedAt">;

/** Adds a directive; null when the bank is gone. */
export async function insertDirective(db: Db, bank: BankScope, row: NewDirective): Promise<Directive | null> {
  const { rows } = await db.query<Directive>(sql`
    INSERT INTO directive AS d (bank_id, id, name, content, priority, is_active, tags)
    SELECT bank_id, ${row.id}::uuid, ${row.name}, ${row.content}, ${row.priority}::integer, ${row.isActive}::boolean, ${row.tags}::text[]
    FROM bank WHERE bank_id = ${bank.key}
    RETURNING ${DIRECTIVE}`);
  return rows[0] ?? null;
}
