import type { DatePrecision, MemoryKind, Role } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import type { InstructionSign, Trust } from "../../domain/trust.js";
import { type Db, type Statement, sql } from "../db.js";
import { SOURCE_IDS } from "../shapes/memory-detail.js";
import { vectorLiteral } from "../vectors/vector-literal.js";

/** What ranking must know about a memory. */
export interface CandidateRow {
  readonly memoryNo: number;
  readonly id: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly runNo: number | null;
  readonly position: number | null;
  readonly role: Role | null;
  readonly asks: boolean;
  readonly language: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  /** When the last of several documents that state it did; null when it stands in one. */
  readonly lastMentionedAt: Date | null;
  readonly proofCount: number;
  readonly sourceMemoryIds: readonly string[] | null;
  /** Of an observation: which of its facts was mentioned last, whenever it became evidence; null for a fact. */
  readonly latestSourceId: string | null;
  readonly trust: Trust;
  readonly instructionSigns: readonly InstructionSign[];
}

/** The row itself is that of the memory, whatever is asked: of a bank in memory it is the same object every time. */
export interface LoadedCandidate {
  readonly row: CandidateRow;
  /** With the question's vector; null while the memory's own vector is not there, or none was asked for. */
  readonly cosine: number | null;
}

export interface CandidateQuery {
  readonly memoryNos: readonly number[];
  /** Memories known only by their place in a run. */
  readonly places: readonly { readonly runNo: number; readonly position: number }[];
  readonly comparison: { readonly modelId: number; readonly vector: Float32Array } | null;
  /** A condition on memory `m`. */
  readonly filter: Statement;
}

/** Of the facts behind an observation the one that was said last; where nothing says when, by its time, and of those that are equal the one written last. */
const LATEST_SOURCE_ID = sql`CASE WHEN m.kind = 'observation' THEN (
  SELECT said.id FROM observation_source AS evidence CROSS JOIN LATERAL (
    SELECT fact.id, fact.memory_no, coalesce(fact.last_mentioned_at, fact.mentioned_at, fact.occurred_end, fact.occurred_start) AS at
    FROM memory AS fact WHERE fact.bank_id = m.bank_id AND fact.memory_no = evidence.memory_no OFFSET 0) AS said
  WHERE evidence.bank_id = m.bank_id AND evidence.observation_no = m.memory_no
  ORDER BY said.at DESC NULLS LAST, said.memory_no DESC LIMIT 1) END`;

/**
 * Reads candidates by number or by place, each once, in no particular order. 300 take 2 ms on PGlite. By one list of numbers and not by joins, so that the plan is
 * a lookup by key also in a bank that the planner's statistics do not know yet (see `find-related.ts`).
 */
export async function loadCandidates(db: Db, bank: BankScope, query: CandidateQuery): Promise<readonly LoadedCandidate[]> {
  const { comparison } = query;
  const cosine =
    comparison === null
      ? sql`NULL::float8`
      : sql`(SELECT -(v.embedding <#> ${vectorLiteral(comparison.vector)}::vector) FROM memory_vector AS v
             WHERE v.bank_id = m.bank_id AND v.memory_no = m.memory_no AND v.model_id = ${comparison.modelId})`;
  const { rows } = await db.query<CandidateRow & Pick<LoadedCandidate, "cosine">>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, m.kind, m.text, m.run_no AS "runNo", m.position, m.role, m.asks, m.language,
           m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd", m.date_precision AS "datePrecision",
           m.mentioned_at AS "mentionedAt", m.mentioned_offset AS "mentionedOffset", m.last_mentioned_at AS "lastMentionedAt", m.proof_count AS "proofCount",
           m.trust, m.instruction_signs AS "instructionSigns",
           ${SOURCE_IDS} AS "sourceMemoryIds", ${LATEST_SOURCE_ID} AS "latestSourceId", ${cosine} AS cosine
    FROM memory AS m
    WHERE m.bank_id = ${bank.key} AND (${query.filter}) AND m.memory_no = ANY(${query.memoryNos}::integer[] || ARRAY(
      SELECT (SELECT placed.memory_no FROM memory AS placed
              WHERE placed.bank_id = ${bank.key} AND placed.run_no = place.run_no AND placed.position = place.position)
      FROM unnest(${query.places.map((p) => p.runNo)}::integer[], ${query.places.map((p) => p.position)}::integer[]) AS place(run_no, position)))`);
  return rows.map((row) => ({ row, cosine: row.cosine }));
}
