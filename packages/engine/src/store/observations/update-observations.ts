import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";
import type { NewObservation } from "./insert-observations.js";

const literal = (items: readonly string[]): string => encodeValue(items) as string;

/** Gives observations what they say and stand on by now. Postings of an old text are taken out before: the row says where they are. */
export async function updateObservations(tx: Db, bank: BankScope, rows: readonly Omit<NewObservation, "id">[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory AS m
    SET text = r.text, text_hash = decode(r.text_hash, 'hex'), tags = r.tags::text[], language = r.language, terms = r.terms::text[], term_count = r.term_count,
      proof_count = r.proof_count, occurred_start = r.occurred_start, occurred_end = r.occurred_end, date_precision = r.date_precision,
      mentioned_at = r.mentioned_at, instruction_signs = r.instruction_signs::text[], updated_at = clock_timestamp()
    FROM unnest(
      ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.text)}::text[], ${rows.map((r) => r.textHash)}::text[], ${rows.map((r) => literal(r.tags))}::text[],
      ${rows.map((r) => r.language)}::text[], ${rows.map((r) => literal(r.terms))}::text[], ${rows.map((r) => r.termCount)}::integer[],
      ${rows.map((r) => r.proofCount)}::integer[], ${rows.map((r) => r.occurredStart)}::timestamptz[], ${rows.map((r) => r.occurredEnd)}::timestamptz[],
      ${rows.map((r) => r.datePrecision)}::text[], ${rows.map((r) => r.mentionedAt)}::timestamptz[],
      ${rows.map((r) => literal(r.instructionSigns))}::text[]
    ) AS r(memory_no, text, text_hash, tags, language, terms, term_count, proof_count, occurred_start, occurred_end, date_precision, mentioned_at, instruction_signs)
    WHERE m.bank_id = ${bank.key} AND m.memory_no = r.memory_no AND m.kind = 'observation'`);
  return affected;
}
