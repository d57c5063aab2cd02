import type { Directive } from "../../domain/directives.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { DIRECTIVE } from "../shapes/directive.js";

/** One directive; null when the bank has none of that id. */
export async function getDirective(db: Db, bank: BankScope, id: string): Promise<Directive | null> {
  const { rows } = await db.query<Directive>(sql`
    SELECT ${DIRECTIVE} FROM directive AS d WHERE d.bank_id = ${bank.key} AND d.id = ${id}::uuid`);
  return rows[0] ?? null;
}
