import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

/** A memory as its new home states it. */
export interface MovedHome {
  readonly memoryNo: number;
  readonly documentId: string;
  readonly chunkIndex: number;
  readonly text: string;
  /** SHA-256 of the text's normal form, in hex. */
  readonly textHash: string;
  readonly sourceHash: string | null;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly attachmentIds: readonly string[];
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  readonly terms: readonly string[];
  readonly termCount: number;
}

const literal = (items: readonly string[]): string => encodeValue(items) as string;

/** Gives memories another of their sources as home: its text, context and time take the place of those of the one that is gone. */
export async function moveHomes(tx: Db, bank: BankScope, rows: readonly MovedHome[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory AS m
    SET document_id = r.document_id, chunk_index = r.chunk_index, text = r.text, text_hash = decode(r.text_hash, 'hex'), source_hash = decode(r.source_hash, 'hex'),
      context = r.context, metadata = r.metadata::jsonb, attachment_ids = r.attachment_ids::text[], mentioned_at = r.mentioned_at,
      mentioned_offset = r.mentioned_offset, terms = r.terms::text[], term_count = r.term_count, updated_at = clock_timestamp()
    FROM unnest(
      ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.documentId)}::text[], ${rows.map((r) => r.chunkIndex)}::integer[],
      ${rows.map((r) => r.text)}::text[], ${rows.map((r) => r.textHash)}::text[], ${rows.map((r) => r.sourceHash)}::text[], ${rows.map((r) => r.context)}::text[],
      ${rows.map((r) => JSON.stringify(r.metadata))}::text[], ${rows.map((r) => literal(r.attachmentIds))}::text[],
      ${rows.map((r) => r.mentionedAt)}::timestamptz[], ${rows.map((r) => r.mentionedOffset)}::integer[],
      ${rows.map((r) => literal(r.terms))}::text[], ${rows.map((r) => r.termCount)}::integer[]
    ) AS r(memory_no, document_id, chunk_index, text, text_hash, source_hash, context, metadata, attachment_ids, mentioned_at, mentioned_offset, terms, term_count)
    WHERE m.bank_id = ${bank.key} AND m.memory_no = r.memory_no`);
  return affected;
}
