import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";
import type { CandidateRow } from "../memories/load-candidates.js";

/** All that recall reads of one memory, whatever table it stands in. */
export interface SearchableMemory extends Omit<CandidateRow, "cosine" | "sourceMemoryIds" | "latestSourceId"> {
  readonly tags: readonly string[];
  /** Length in words. */
  readonly termCount: number;
  readonly terms: readonly string[];
  /** Of each term, in the text and in its context together; 0 where the inverted index lacks it. */
  readonly frequencies: readonly number[];
  /** As pgvector sends it: dimension and a spare number (int2 each), then big-endian floats. Null while the memory waits for it. */
  readonly vector: Uint8Array | null;
  /** By name. */
  readonly entityIds: readonly string[];
  readonly entityNames: readonly string[];
  /** Links that start here. */
  readonly linkedTo: readonly number[];
  readonly linkWeights: readonly number[];
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly documentId: string | null;
  readonly chunkIndex: number | null;
  readonly attachmentIds: readonly string[];
  /** The facts behind an observation, in the order in which they came; none for a fact. */
  readonly sourceNos: readonly number[];
}

/** Either these numbers, or the next after one. */
export type SearchablePage = { readonly numbers: readonly number[] } | { readonly after: number; readonly limit: number };

/** The entities of memory `m`, in the order in which `listMentioned` names them. */
const NAMED = sql`FROM memory_entity AS e
  CROSS JOIN LATERAL (SELECT id, canonical_name FROM entity WHERE entity.bank_id = m.bank_id AND entity.id = e.entity_id OFFSET 0) AS named
  WHERE e.bank_id = m.bank_id AND e.memory_no = m.memory_no ORDER BY named.canonical_name COLLATE "C", named.id`;

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
           ARRAY(SELECT named.id::text ${NAMED}) AS "entityIds", ARRAY(SELECT named.canonical_name ${NAMED}) AS "entityNames",
           ARRAY(SELECT l.to_no FROM link AS l WHERE l.bank_id = m.bank_id AND l.from_no = m.memory_no ORDER BY l.to_no, l.kind) AS "linkedTo",
           ARRAY(SELECT l.weight FROM link AS l WHERE l.bank_id = m.bank_id AND l.from_no = m.memory_no ORDER BY l.to_no, l.kind) AS "linkWeights",
           m.context, m.metadata, m.document_id AS "documentId", m.chunk_index AS "chunkIndex", m.attachment_ids AS "attachmentIds",
           ARRAY(SELECT evidence.memory_no FROM observation_source AS evidence
                 WHERE evidence.bank_id = m.bank_id AND evidence.observation_no = m.memory_no AND m.kind = 'observation'
                 ORDER BY evidence.created_at, evidence.memory_no) AS "sourceNos"
    FROM (SELECT * FROM memory AS own WHERE own.bank_id = ${bank.key} AND ${wanted(page)}) AS m
    ORDER BY m.memory_no`);
  return rows;
}

function wanted(page: SearchablePage): Statement {
  if ("numbers" in page) return sql`own.memory_no = ANY(${page.numbers}::integer[])`;
  return sql`own.memory_no > ${page.after} ORDER BY own.memory_no LIMIT ${page.limit}`;
}
