import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { hasOwnName } from "../filters/own-name.js";

/**
 * Puts a memory, whatever columns it has, with its sources, links and names among those out of use. The memory itself is still to be deleted. By an alias
 * the name of that, so that it finds its entity again also when the two are taken apart meanwhile.
 */
export async function archiveMemory(tx: Db, bank: BankScope, memoryNo: number, reason: string | null): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH named AS (
      SELECT e.id, e.canonical_name AS name, e.name_key AS key, e.kind FROM memory_entity AS tie
        CROSS JOIN LATERAL (SELECT * FROM entity WHERE bank_id = ${bank.key} AND id = tie.entity_id OFFSET 0) AS e
      WHERE tie.bank_id = ${bank.key} AND tie.memory_no = ${memoryNo} AND ${hasOwnName(bank, sql`tie.memory_no`, sql`e.id`)}
      UNION ALL
      SELECT a.id, a.name, a.name_key, a.kind FROM alias_mention AS mention
        CROSS JOIN LATERAL (SELECT * FROM entity_alias WHERE bank_id = ${bank.key} AND id = mention.alias_id OFFSET 0) AS a
      WHERE mention.bank_id = ${bank.key} AND mention.memory_no = ${memoryNo}
    ), kept AS (
      INSERT INTO invalidated_memory
      SELECT row.* FROM memory AS m CROSS JOIN LATERAL jsonb_populate_record(NULL::invalidated_memory, to_jsonb(m) || jsonb_build_object(
        'reason', ${reason}::text, 'invalidated_at', clock_timestamp(),
        'mentions', (SELECT coalesce(jsonb_agg(to_jsonb(named) ORDER BY named.name COLLATE "C", named.id), '[]') FROM named))) AS row
      WHERE m.bank_id = ${bank.key} AND m.memory_no = ${memoryNo}
    ), sources AS (
      INSERT INTO invalidated_source
      SELECT row.* FROM memory_source AS s CROSS JOIN LATERAL jsonb_populate_record(NULL::invalidated_source, to_jsonb(s)) AS row
      WHERE s.bank_id = ${bank.key} AND s.memory_no = ${memoryNo}
    )
    INSERT INTO invalidated_link (bank_id, memory_no, from_no, to_no, kind, weight)
    SELECT bank_id, ${memoryNo}::integer, from_no, to_no, kind, weight FROM link WHERE bank_id = ${bank.key} AND from_no = ${memoryNo}
    UNION SELECT bank_id, ${memoryNo}::integer, from_no, to_no, kind, weight FROM link WHERE bank_id = ${bank.key} AND to_no = ${memoryNo}`);
  return affected;
}
