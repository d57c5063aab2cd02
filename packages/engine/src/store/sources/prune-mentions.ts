import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Unties memories from the entities that none of their sources mentions any more; returns these entities. What a caller named stays, and so does what stands in a text that a caller wrote. */
export async function pruneMentions(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(sql`
    WITH gone AS (
      DELETE FROM memory_entity AS mention WHERE mention.bank_id = ${bank.key} AND mention.memory_no = ANY(${numbers}::integer[])
        AND (SELECT NOT 'entities' = ANY(m.edited_fields) AND NOT ('text' = ANY(m.edited_fields) AND EXISTS (
            SELECT FROM entity AS e WHERE e.bank_id = ${bank.key} AND e.id = mention.entity_id AND position(lower(e.canonical_name) IN lower(m.text)) > 0))
          FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = mention.memory_no)
        AND NOT EXISTS (SELECT FROM memory_source AS s
          WHERE s.bank_id = ${bank.key} AND s.memory_no = mention.memory_no AND mention.entity_id = ANY(s.entity_ids))
      RETURNING mention.entity_id
    )
    SELECT DISTINCT entity_id AS id FROM gone ORDER BY entity_id`);
  return rows.map((row) => row.id);
}
