import type { DatePrecision } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A fact as evidence: what an observation takes over from it. */
export interface SourceFact {
  readonly memoryNo: number;
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** Documents that state it; none for a fact that came without one. */
  readonly documentIds: readonly string[];
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  /** When it was said last. */
  readonly mentionedAt: Date | null;
}

/** Facts by number, in order of writing; those that are gone are missing, and an observation is none. */
export async function readSourceFacts(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly SourceFact[]> {
  const { rows } = await db.query<SourceFact>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, m.text, m.tags, m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd",
      m.date_precision AS "datePrecision", greatest(m.mentioned_at, m.last_mentioned_at) AS "mentionedAt",
      ARRAY(SELECT s.document_id FROM memory_source AS s WHERE s.bank_id = ${bank.key} AND s.memory_no = m.memory_no
            UNION SELECT m.document_id WHERE m.document_id IS NOT NULL ORDER BY 1) AS "documentIds"
    FROM memory AS m
    WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[]) AND m.kind <> 'observation'
    ORDER BY m.memory_no`);
  return rows;
}
