import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";
import { vectorLiteral } from "../vectors/vector-literal.js";

export interface WindowQuery {
  readonly start: Date;
  readonly end: Date;
  readonly limit: number;
  readonly comparison: { readonly modelId: number; readonly vector: Float32Array } | null;
  /** A condition on memory `m`. */
  readonly filter: Statement;
}

export interface DatedMemory {
  readonly memoryNo: number;
  readonly cosine: number | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
}

/**
 * Memories that happened or were told within a window, the most similar first, without a vector the latest first.
 * Each index is read at most `READ` rows deep, so that a window of a decade costs no more than one of a month.
 */
export async function findInWindow(db: Db, bank: BankScope, query: WindowQuery): Promise<readonly DatedMemory[]> {
  const { comparison } = query;
  const cosine =
    comparison === null
      ? sql`NULL::float8`
      : sql`(SELECT -(v.embedding <#> ${vectorLiteral(comparison.vector)}::vector) FROM memory_vector AS v
             WHERE v.bank_id = m.bank_id AND v.memory_no = m.memory_no AND v.model_id = ${comparison.modelId})`;
  const { rows } = await db.query<DatedMemory>(sql`
    SELECT * FROM (
      SELECT m.memory_no AS "memoryNo", ${cosine} AS cosine, m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd",
             m.mentioned_at AS "mentionedAt"
      FROM memory AS m
      WHERE m.bank_id = ${bank.key} AND (${query.filter}) AND m.memory_no = ANY(ARRAY(
        (SELECT memory_no FROM memory WHERE bank_id = ${bank.key} AND mentioned_at BETWEEN ${query.start}::timestamptz AND ${query.end}::timestamptz
         ORDER BY mentioned_at DESC LIMIT ${READ})
        UNION
        (SELECT memory_no FROM memory WHERE bank_id = ${bank.key} AND occurred_start IS NOT NULL AND occurred_start <= ${query.end}::timestamptz
           AND coalesce(occurred_end, occurred_start) >= ${query.start}::timestamptz
         ORDER BY occurred_start DESC LIMIT ${READ})))
    ) AS found
    ORDER BY cosine DESC NULLS LAST, "mentionedAt" DESC NULLS LAST, "memoryNo" DESC
    LIMIT ${query.limit}`);
  return rows;
}

const READ = 2_000;
