import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

/** A place that states a memory, with what it says of its own. */
export interface SourceRow {
  readonly memoryNo: number;
  readonly documentId: string;
  readonly chunkIndex: number;
  readonly text: string;
  /** SHA-256 of what it was read from, in hex; null for one that no retain made. */
  readonly sourceHash: string | null;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly attachmentIds: readonly string[];
  readonly entityIds: readonly string[];
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
}

const literal = (items: readonly string[]): string => encodeValue(items) as string;

/** Adds sources to memories; a chunk that states one already counts once. */
export async function insertSources(tx: Db, bank: BankScope, rows: readonly SourceRow[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO memory_source (bank_id, memory_no, document_id, chunk_index, text, source_hash, context, metadata, attachment_ids, entity_ids,
      mentioned_at, mentioned_offset)
    SELECT ${bank.key}, r.memory_no, r.document_id, r.chunk_index, r.text, decode(r.source_hash, 'hex'), r.context, r.metadata::jsonb,
      r.attachment_ids::text[], r.entity_ids::uuid[], r.mentioned_at, r.mentioned_offset
    FROM unnest(
      ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.documentId)}::text[], ${rows.map((r) => r.chunkIndex)}::integer[],
      ${rows.map((r) => r.text)}::text[], ${rows.map((r) => r.sourceHash)}::text[], ${rows.map((r) => r.context)}::text[],
      ${rows.map((r) => JSON.stringify(r.metadata))}::text[], ${rows.map((r) => literal(r.attachmentIds))}::text[],
      ${rows.map((r) => literal(r.entityIds))}::text[], ${rows.map((r) => r.mentionedAt)}::timestamptz[], ${rows.map((r) => r.mentionedOffset)}::integer[]
    ) WITH ORDINALITY AS r(memory_no, document_id, chunk_index, text, source_hash, context, metadata, attachment_ids, entity_ids, mentioned_at, mentioned_offset, place)
    ORDER BY r.place
    ON CONFLICT DO NOTHING`);
}
