import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The entities that any of these memories mentions. */
export async function findMentionedEntities(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ entity_id: string }>(sql`
    SELECT DISTINCT entity_id FROM memory_entity WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[]) ORDER BY entity_id`);
  return rows.map((row) => row.entity_id);
}
