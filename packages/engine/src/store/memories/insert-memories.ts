import type { DatePrecision, MemoryKind, Role } from "../../domain/memory.js";
import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import type { Trust } from "../../domain/trust.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

/** A memory to be stored. Its number was taken under the bank's lock. */
export interface MemoryRow {
  readonly memoryNo: number;
  readonly id: string;
  readonly kind: MemoryKind;
  readonly text: string;
  /** SHA-256 of the normal form, in hex. */
  readonly textHash: string;
  /** SHA-256 of what the memory was read from, in hex. */
  readonly sourceHash: string;
  /** SHA-256 of what it states, in hex, of a fact that a language model found; null for what never collapses into another document. */
  readonly statementHash: string | null;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** Those of the tags that come from labels. */
  readonly labelTags: readonly string[];
  readonly documentId: string;
  readonly chunkIndex: number;
  readonly runNo: number | null;
  readonly position: number | null;
  readonly speaker: string | null;
  readonly role: Role | null;
  readonly asks: boolean;
  readonly language: string | null;
  /** Every term that has a posting of this memory. */
  readonly terms: readonly string[];
  readonly termCount: number;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  readonly observationScopes: ObservationScopes | null;
  readonly attachmentIds: readonly string[];
  readonly trust: Trust;
  readonly instructionSigns: readonly string[];
  /** False: nothing is learnt from it, so that it counts as consolidated from the start. */
  readonly isLearnt: boolean;
}

const literal = (items: readonly string[]): string => encodeValue(items) as string;

/** Inserts memories by one `unnest` over typed arrays. A list within a row travels as an array literal, since arrays of arrays must be rectangular. */
export async function insertMemories(tx: Db, bank: BankScope, rows: readonly MemoryRow[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, source_hash, context, metadata, tags, document_id, chunk_index, run_no, position,
      speaker, role, asks, language, terms, term_count, occurred_start, occurred_end, date_precision, mentioned_at, mentioned_offset, observation_scopes, attachment_ids,
      label_tags, statement_hash, trust, instruction_signs, is_learnt, consolidated_at)
    SELECT ${bank.key}, r.memory_no, r.id, r.kind, r.text, decode(r.text_hash, 'hex'), decode(r.source_hash, 'hex'), r.context, r.metadata::jsonb, r.tags::text[], r.document_id,
      r.chunk_index, r.run_no, r.position, r.speaker, r.role, r.asks, r.language, r.terms::text[], r.term_count, r.occurred_start, r.occurred_end,
      r.date_precision, r.mentioned_at, r.mentioned_offset, r.observation_scopes::jsonb, r.attachment_ids::text[], r.label_tags::text[], decode(r.statement_hash, 'hex'),
      r.trust, r.instruction_signs::text[], r.is_learnt, CASE WHEN NOT r.is_learnt THEN clock_timestamp() END
    FROM unnest(
      ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.kind)}::text[],
      ${rows.map((r) => r.text)}::text[], ${rows.map((r) => r.textHash)}::text[], ${rows.map((r) => r.sourceHash)}::text[], ${rows.map((r) => r.context)}::text[],
      ${rows.map((r) => JSON.stringify(r.metadata))}::text[], ${rows.map((r) => literal(r.tags))}::text[],
      ${rows.map((r) => r.documentId)}::text[], ${rows.map((r) => r.chunkIndex)}::integer[], ${rows.map((r) => r.runNo)}::integer[],
      ${rows.map((r) => r.position)}::integer[], ${rows.map((r) => r.speaker)}::text[], ${rows.map((r) => r.role)}::text[],
      ${rows.map((r) => r.asks)}::boolean[], ${rows.map((r) => r.language)}::text[], ${rows.map((r) => literal(r.terms))}::text[],
      ${rows.map((r) => r.termCount)}::integer[], ${rows.map((r) => r.occurredStart)}::timestamptz[],
      ${rows.map((r) => r.occurredEnd)}::timestamptz[], ${rows.map((r) => r.datePrecision)}::text[],
      ${rows.map((r) => r.mentionedAt)}::timestamptz[], ${rows.map((r) => r.mentionedOffset)}::integer[],
      ${rows.map((r) => (r.observationScopes === null ? null : JSON.stringify(r.observationScopes)))}::text[],
      ${rows.map((r) => literal(r.attachmentIds))}::text[], ${rows.map((r) => literal(r.labelTags))}::text[], ${rows.map((r) => r.statementHash)}::text[],
      ${rows.map((r) => r.trust)}::text[], ${rows.map((r) => literal(r.instructionSigns))}::text[], ${rows.map((r) => r.isLearnt)}::boolean[]
    ) AS r(memory_no, id, kind, text, text_hash, source_hash, context, metadata, tags, document_id, chunk_index, run_no, position, speaker, role, asks, language,
      terms, term_count, occurred_start, occurred_end, date_precision, mentioned_at, mentioned_offset, observation_scopes, attachment_ids, label_tags, statement_hash,
      trust, instruction_signs, is_learnt)`);
}
