import type { DatePrecision } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A stored fact that may say what a fact of a batch says. */
export interface AlikeRow {
  /** The fact of the batch; a row that is paired with itself is the fact as it is stored. */
  readonly factNo: number;
  readonly memoryNo: number;
  /** What must be the same beside the words: kind, context, observation scopes. */
  readonly kin: string;
  readonly text: string;
  readonly language: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  readonly isConsolidated: boolean;
  /** The observation of the scope that stands on it; null for none. */
  readonly observationNo: number | null;
  readonly observationText: string | null;
}

/** Terms of a fact by which others are looked for: its rarest. A fact that says the same holds nearly all of them. */
const TERMS = 3;
/** Facts with one term that are looked at, the latest. */
const MOST_WITH_TERM = 200;
/** Terms are counted no further: what is more frequent is not rare. */
const COUNTED = 65;

/**
 * For each of the facts: itself, and those that share one of its rarest words, as far as they have its kind, tags, context and observation scopes and are
 * statements by themselves (no questions, no turns of a conversation, nothing that stands in a document's run: what "he" means there, its neighbours say).
 *
 * By words and not by vectors: comparing one vector with all of a bank takes 6–17 ms at 10,000 memories, looking up three rare words under one. All by
 * key look-ups, also in a bank that the planner's statistics do not know yet (see `find-statements.ts`).
 */
export async function findAlike(
  db: Db,
  bank: BankScope,
  numbers: readonly number[],
  scope: readonly string[],
): Promise<readonly AlikeRow[]> {
  const { rows } = await db.query<AlikeRow>(sql`
    WITH asked AS MATERIALIZED (
      SELECT m.* FROM unnest(${numbers}::integer[]) AS given(memory_no) CROSS JOIN LATERAL (
        SELECT * FROM memory WHERE bank_id = ${bank.key} AND memory_no = given.memory_no OFFSET 0) AS m
      WHERE m.kind <> 'observation' AND m.run_no IS NULL AND NOT m.asks
    ), term AS MATERIALIZED (
      SELECT a.memory_no, t.term, (SELECT count(*) FROM (
          SELECT FROM posting AS p WHERE p.bank_id = ${bank.key} AND p.term = t.term LIMIT ${COUNTED}) AS few) AS frequency
      FROM asked AS a CROSS JOIN LATERAL unnest(a.terms) AS t(term)
      WHERE (SELECT p.frequency FROM posting AS p WHERE p.bank_id = ${bank.key} AND p.term = t.term AND p.memory_no = a.memory_no) > 0
    ), rare AS MATERIALIZED (
      SELECT memory_no, term FROM (
        SELECT memory_no, term, row_number() OVER (PARTITION BY memory_no ORDER BY frequency, term) AS place FROM term) AS ordered
      WHERE place <= ${TERMS}
    ), pair AS MATERIALIZED (
      SELECT memory_no, memory_no AS other_no FROM asked
      UNION
      SELECT rare.memory_no, p.memory_no FROM rare CROSS JOIN LATERAL (
        SELECT memory_no FROM posting WHERE bank_id = ${bank.key} AND term = rare.term ORDER BY memory_no DESC LIMIT ${MOST_WITH_TERM}) AS p
    )
    SELECT pair.memory_no AS "factNo", m.memory_no AS "memoryNo",
      jsonb_build_array(m.kind, m.context, m.observation_scopes)::text AS kin, m.text, m.language, m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd",
      m.date_precision AS "datePrecision", m.mentioned_at AS "mentionedAt", m.mentioned_offset AS "mentionedOffset",
      m.consolidated_at IS NOT NULL AS "isConsolidated", o.memory_no AS "observationNo", o.text AS "observationText"
    FROM pair CROSS JOIN LATERAL (
      SELECT * FROM memory WHERE bank_id = ${bank.key} AND memory_no = pair.other_no OFFSET 0) AS m
    CROSS JOIN LATERAL (
      SELECT a.kind, a.tags, a.context, a.observation_scopes FROM asked AS a WHERE a.memory_no = pair.memory_no) AS a
    LEFT JOIN LATERAL (
      SELECT belief.memory_no, belief.text FROM observation_source AS s CROSS JOIN LATERAL (
        SELECT memory_no, text, tags FROM memory WHERE bank_id = ${bank.key} AND memory_no = s.observation_no OFFSET 0) AS belief
      WHERE s.bank_id = ${bank.key} AND s.memory_no = m.memory_no AND belief.tags @> ${scope}::text[] AND belief.tags <@ ${scope}::text[]
      ORDER BY belief.memory_no LIMIT 1) AS o ON true
    WHERE m.kind = a.kind AND m.run_no IS NULL AND NOT m.asks AND m.tags @> a.tags AND m.tags <@ a.tags
      AND m.context IS NOT DISTINCT FROM a.context AND m.observation_scopes IS NOT DISTINCT FROM a.observation_scopes
    ORDER BY pair.memory_no, m.memory_no`);
  return rows;
}
