import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Has those of these memories that mention an entity mention another instead; returns them. */
export async function moveMentions(
  tx: Db,
  bank: BankScope,
  { from, to, memoryIds }: { readonly from: string; readonly to: string; readonly memoryIds: readonly string[] },
): Promise<readonly number[]> {
  const { rows } = await tx.query<{ memory_no: number }>(sql`
    WITH own AS MATERIALIZED (
      SELECT m.memory_no FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.id = ANY(${memoryIds}::uuid[]) AND EXISTS (
        SELECT FROM memory_entity AS tie WHERE tie.bank_id = ${bank.key} AND tie.memory_no = m.memory_no AND tie.entity_id = ${from}::uuid)
    ), untied AS (
      DELETE FROM memory_entity AS tie USING own WHERE tie.bank_id = ${bank.key} AND tie.memory_no = own.memory_no AND tie.entity_id = ${from}::uuid
    ), by_alias AS (
      DELETE FROM alias_mention AS mention USING own, entity_alias AS a
      WHERE mention.bank_id = ${bank.key} AND mention.memory_no = own.memory_no AND a.bank_id = ${bank.key} AND a.id = mention.alias_id AND a.entity_id = ${from}::uuid
    ), tied AS (
      INSERT INTO memory_entity (bank_id, memory_no, entity_id) SELECT ${bank.key}, memory_no, ${to}::uuid FROM own ON CONFLICT DO NOTHING
    )
    SELECT memory_no FROM own ORDER BY memory_no`);
  return rows.map((row) => row.memory_no);
}
