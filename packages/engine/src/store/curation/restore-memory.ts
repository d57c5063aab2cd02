import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Puts a memory back in use under its number and id, with its sources, the links whose other end is in use, and its place among its neighbours where that
 * is still free. It is to be consolidated, where anything is learnt from it, and what finds it to be made. The row out of use is still to be deleted.
 */
export async function restoreMemory(tx: Db, bank: BankScope, memoryNo: number): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH kept AS (
      SELECT * FROM invalidated_memory WHERE bank_id = ${bank.key} AND memory_no = ${memoryNo}
    ), placed AS (
      SELECT EXISTS (SELECT FROM run WHERE run.bank_id = ${bank.key} AND run.run_no = kept.run_no)
        AND NOT EXISTS (SELECT FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.run_no = kept.run_no AND m.position = kept.position) AS is_free
      FROM kept
    ), back AS (
      INSERT INTO memory
      SELECT row.* FROM kept CROSS JOIN placed CROSS JOIN LATERAL jsonb_populate_record(NULL::memory, to_jsonb(kept)
        || jsonb_build_object('consolidated_at', CASE WHEN NOT kept.is_learnt THEN clock_timestamp() END, 'consolidation_failed_at', NULL, 'terms', '[]'::jsonb, 'updated_at', clock_timestamp())
        || CASE WHEN placed.is_free THEN '{}'::jsonb ELSE jsonb_build_object('run_no', NULL, 'position', NULL) END) AS row
    ), sources AS (
      INSERT INTO memory_source
      SELECT row.* FROM invalidated_source AS s CROSS JOIN LATERAL jsonb_populate_record(NULL::memory_source, to_jsonb(s)) AS row
      WHERE s.bank_id = ${bank.key} AND s.memory_no = ${memoryNo}
    )
    INSERT INTO link (bank_id, from_no, to_no, kind, weight)
    SELECT l.bank_id, l.from_no, l.to_no, l.kind, l.weight FROM invalidated_link AS l
    WHERE l.bank_id = ${bank.key} AND l.memory_no = ${memoryNo}
      AND (SELECT m.memory_no FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = CASE WHEN l.from_no = ${memoryNo} THEN l.to_no ELSE l.from_no END) IS NOT NULL`);
  return affected;
}
