import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";
import type { CandidateRow } from "../memories/load-candidates.js";

/** All that recall's arms and ranking read of one memory, whatever table it stands in. */
export interface SearchableMemory extends Omit<CandidateRow, "cosine" | "sourceMemoryIds" | "latestSourceId"> {
  readonly tags: readonly string[];
  /** Length in words. */
  readonly termCount: number;
  readonly terms: readonly string[];
  /** Of each term, in the text and in its context together; 0 where the inverted index lacks it. */
  readonly frequencies: readonly number[];
  /** As pgvector sends it: dimension and a spare number (int2 each), then big-endian floats. Null while the memory waits for it. */
  readonly vector: Uint8Array | null;
  readonly entityIds: readonly string[];
  /** Links that start here. */
  readonly linkedTo: readonly number[];
  readonly linkWeights: readonly number[];
}

/** Either these numbers, or the next after one. */
export type SearchablePage = { readonly numbers: readonly number[] } | { readonly after: number; readonly limit: number };

/**
 * Reads memories with their vector, postings, mentions and links, ascending by number. One statement, and so one moment. Postings by the memory's own
 * `terms`: their index begins with the term.
 */
export async function readSearchable(
  db: Db,
  bank: BankScope,
  modelId: number | null,
  page: SearchablePage,
): Promise<readonly SearchableMemory[]> {
  const { rows } = await db.query<SearchableMemory>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, m.kind, m.text, m.run_no AS "runNo", m.position, m.role, m.asks, m.language,
           m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd", m.date_precision AS "datePrecision",
           m.mentioned_at AS "mentionedAt", m.mentioned_offset AS "mentionedOffset", m.last_mentioned_at AS "lastMentionedAt",
           m.proof_count AS "proofCount", m.trust, m.instruction_signs AS "instructionSigns",
           m.tags, m.term_count AS "termCount", m.terms,
           ARRAY(SELECT coalesce((SELECT p.frequency::integer + p.context_frequency FROM posting AS p
                                  WHERE p.bank_id = m.bank_id AND p.term = posted.term AND p.memory_no = m.memory_no), 0)
                 FROM unnest(m.terms) WITH ORDINALITY AS posted(term, place) ORDER BY posted.place) AS frequencies,
           (SELECT vector_send(v.embedding) FROM memory_vector AS v
            WHERE v.bank_id = m.bank_id AND v.memory_no = m.memory_no AND v.model_id = ${modelId}::smallint) AS vector,
           ARRAY(SELECT e.entity_id::text FROM memory_entity AS e WHERE e.bank_id = m.bank_id AND e.memory_no = m.memory_no) AS "entityIds",
           ARRAY(SELECT l.to_no FROM link AS l WHERE l.bank_id = m.bank_id AND l.from_no = m.memory_no ORDER BY l.to_no, l.kind) AS "linkedTo",
           ARRAY(SELECT l.weight FROM link AS l WHERE l.bank_id = m.bank_id AND l.from_no = m.memory_no ORDER BY l.to_no, l.kind) AS "linkWeights"
    FROM (SELECT * FROM memory AS own WHERE own.bank_id = ${bank.key} AND ${wanted(page)}) AS m
    ORDER BY m.memory_no`);
  return rows;
}

function wanted(page: SearchablePage): Statement {
  if ("numbers" in page) return sql`own.memory_no = ANY(${page.numbers}::integer[])`;
  return sql`own.memory_no > ${page.after} ORDER BY own.memory_no LIMIT ${page.limit}`;
}
