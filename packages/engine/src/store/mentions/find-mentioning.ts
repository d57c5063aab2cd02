import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";

export interface MentioningMemory {
  readonly entityId: string;
  readonly memoryNo: number;
  readonly termCount: number;
  readonly runNo: number | null;
  readonly position: number | null;
}

/** The newest memories that mention these entities, up to `limit` of each; `filter` is a condition on memory `m`. Look-ups by key, as in `findRelated`. */
export async function findMentioning(
  db: Db,
  bank: BankScope,
  { entityIds, limit, filter }: { readonly entityIds: readonly string[]; readonly limit: number; readonly filter: Statement },
): Promise<readonly MentioningMemory[]> {
  const { rows } = await db.query<MentioningMemory>(sql`
    SELECT asked.entity_id AS "entityId", m.memory_no AS "memoryNo", m.term_count AS "termCount", m.run_no AS "runNo", m.position
    FROM unnest(${entityIds}::uuid[]) AS asked(entity_id)
    CROSS JOIN LATERAL (
      SELECT memory_no FROM memory_entity WHERE bank_id = ${bank.key} AND entity_id = asked.entity_id ORDER BY memory_no DESC LIMIT ${limit}
    ) AS tie
    CROSS JOIN LATERAL (SELECT * FROM memory WHERE bank_id = ${bank.key} AND memory_no = tie.memory_no OFFSET 0) AS m
    WHERE ${filter}
    ORDER BY m.memory_no DESC, asked.entity_id`);
  return rows;
}
