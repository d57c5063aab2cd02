import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { memoryFilter } from "../filters/memory-filter.js";
import { SOURCE_IDS } from "../shapes/memory-detail.js";

/** An observation with the ids of the facts behind it. */
export interface RelatedObservation {
  readonly memoryNo: number;
  readonly id: string;
  readonly text: string;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  /** In the order in which they came. */
  readonly sourceIds: readonly string[];
  /** The same by number, with the facts whose words it may have without citing them. */
  readonly sourceNos: readonly number[];
}

/** Observations by id or by number, in order of number, as far as they have exactly these tags. */
export async function findRelatedObservations(
  db: Db,
  bank: BankScope,
  scope: readonly string[],
  ids: readonly string[],
  numbers: readonly number[],
): Promise<readonly RelatedObservation[]> {
  const { rows } = await db.query<RelatedObservation>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, m.text, m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd", m.mentioned_at AS "mentionedAt",
      ${SOURCE_IDS} AS "sourceIds", ARRAY(
        SELECT memory_no FROM observation_source AS s WHERE s.bank_id = ${bank.key} AND s.observation_no = m.memory_no
        UNION SELECT memory_no FROM observation_reading AS r WHERE r.bank_id = ${bank.key} AND r.observation_no = m.memory_no ORDER BY 1) AS "sourceNos"
    FROM memory AS m
    WHERE m.bank_id = ${bank.key} AND (m.memory_no = ANY(${numbers}::integer[]) OR m.id = ANY(${ids}::uuid[]))
      AND (${memoryFilter({ kinds: ["observation"], tags: scope, tagsMatch: "exact" })})
    ORDER BY m.memory_no`);
  return rows;
}
