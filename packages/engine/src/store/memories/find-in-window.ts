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
  /** All that the filter allows, where they are few: each is asked for its time, and the window is not read. */
  readonly among?: readonly number[] | null;
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
      WHERE m.bank_id = ${bank.key} AND ${query.among ? among(query, query.among) : inWindow(bank, query)}
    ) AS found
    ORDER BY cosine DESC NULLS LAST, "mentionedAt" DESC NULLS LAST, "memoryNo" DESC
    LIMIT ${query.limit}`);
  return rows;
}

const READ = 2_000;
/** Events that last longer are found by an index of their own (migration 0019 has the same figure): one that began before the window may last into it. */
const SHORT_HOURS = 36;
/** Of those that last longer so many are asked whether they do, the latest. */
const LONG_READ = 5 * READ;

/**
 * By three stretches of an index, each in its order, so that none is longer than what is read of it: what was told in the window, what began in it or a day and
 * a half before, and what began earlier and lasted. Asked for by its end alone, a window of a day in the past read everything before it (a million
 * memories: docs/decisions/big-banks.md).
 */
function inWindow(bank: BankScope, { start, end, filter }: WindowQuery): Statement {
  const nearly = new Date(start.getTime() - SHORT_HOURS * 3_600_000);
  return sql`(${filter}) AND m.memory_no = ANY(ARRAY(
    (SELECT memory_no FROM memory WHERE bank_id = ${bank.key} AND mentioned_at BETWEEN ${start}::timestamptz AND ${end}::timestamptz
     ORDER BY mentioned_at DESC NULLS LAST, created_at DESC LIMIT ${READ})
    UNION
    (SELECT memory_no FROM memory WHERE bank_id = ${bank.key} AND occurred_start IS NOT NULL
       AND occurred_start BETWEEN ${nearly}::timestamptz AND ${end}::timestamptz AND coalesce(occurred_end, occurred_start) >= ${start}::timestamptz
     ORDER BY occurred_start DESC LIMIT ${READ})
    UNION
    (SELECT memory_no FROM (
       SELECT memory_no, occurred_end FROM memory WHERE bank_id = ${bank.key} AND occurred_end - occurred_start > interval '36 hours'
         AND occurred_start < ${nearly}::timestamptz
       ORDER BY occurred_start DESC LIMIT ${LONG_READ}) AS long
     WHERE occurred_end >= ${start}::timestamptz LIMIT ${READ})))`;
}

function among({ start, end }: WindowQuery, numbers: readonly number[]): Statement {
  return sql`m.memory_no = ANY(${numbers}::integer[]) AND (m.mentioned_at BETWEEN ${start}::timestamptz AND ${end}::timestamptz
    OR (m.occurred_start <= ${end}::timestamptz AND coalesce(m.occurred_end, m.occurred_start) >= ${start}::timestamptz))`;
}
