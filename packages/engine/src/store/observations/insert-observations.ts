import type { DatePrecision } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

/** An observation as it is stored. Its number was taken under the bank's lock. */
export interface NewObservation {
  readonly memoryNo: number;
  readonly id: string;
  readonly text: string;
  /** SHA-256 of the normal form, in hex. */
  readonly textHash: string;
  readonly tags: readonly string[];
  readonly language: string | null;
  readonly terms: readonly string[];
  readonly termCount: number;
  readonly proofCount: number;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  readonly mentionedAt: Date | null;
  readonly instructionSigns: readonly string[];
}

const literal = (items: readonly string[]): string => encodeValue(items) as string;

/** Inserts observations; they stand in no document and in no run. */
export async function insertObservations(tx: Db, bank: BankScope, rows: readonly NewObservation[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, tags, language, terms, term_count, proof_count, occurred_start, occurred_end, date_precision,
      mentioned_at, instruction_signs)
    SELECT ${bank.key}, r.memory_no, r.id, 'observation', r.text, decode(r.text_hash, 'hex'), r.tags::text[], r.language, r.terms::text[], r.term_count, r.proof_count,
      r.occurred_start, r.occurred_end, r.date_precision, r.mentioned_at, r.instruction_signs::text[]
    FROM unnest(
      ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.text)}::text[], ${rows.map((r) => r.textHash)}::text[],
      ${rows.map((r) => literal(r.tags))}::text[], ${rows.map((r) => r.language)}::text[], ${rows.map((r) => literal(r.terms))}::text[],
      ${rows.map((r) => r.termCount)}::integer[], ${rows.map((r) => r.proofCount)}::integer[], ${rows.map((r) => r.occurredStart)}::timestamptz[],
      ${rows.map((r) => r.occurredEnd)}::timestamptz[], ${rows.map((r) => r.datePrecision)}::text[], ${rows.map((r) => r.mentionedAt)}::timestamptz[],
      ${rows.map((r) => literal(r.instructionSigns))}::text[]
    ) AS r(memory_no, id, text, text_hash, tags, language, terms, term_count, proof_count, occurred_start, occurred_end, date_precision, mentioned_at, instruction_signs)`);
}
