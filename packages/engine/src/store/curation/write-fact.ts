import type { EditedField } from "../../domain/curation.js";
import type { DatePrecision, MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A fact as it is from now on. */
export interface WrittenFact {
  readonly memoryNo: number;
  readonly kind: MemoryKind;
  readonly text: string;
  /** SHA-256 of the normal form, in hex. */
  readonly textHash: string;
  readonly context: string | null;
  readonly language: string | null;
  readonly asks: boolean;
  readonly terms: readonly string[];
  readonly termCount: number;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  readonly editedFields: readonly EditedField[];
  /** In which ways its text instructs whoever reads it. */
  readonly instructionSigns: readonly string[];
  /** False: nothing is learnt from it, so that it counts as consolidated. */
  readonly isLearnt: boolean;
  /** True notes that it was edited now. */
  readonly isEdit: boolean;
}

/** Writes what a fact says and is. It is to be consolidated again, where anything is learnt from it. */
export async function writeFact(tx: Db, bank: BankScope, fact: WrittenFact): Promise<void> {
  await tx.query(sql`
    UPDATE memory
    SET kind = ${fact.kind}, text = ${fact.text}, text_hash = decode(${fact.textHash}, 'hex'), context = ${fact.context}, language = ${fact.language},
      asks = ${fact.asks}, terms = ${fact.terms}::text[], term_count = ${fact.termCount}, occurred_start = ${fact.occurredStart}::timestamptz,
      occurred_end = ${fact.occurredEnd}::timestamptz, date_precision = ${fact.datePrecision}, mentioned_at = ${fact.mentionedAt}::timestamptz,
      mentioned_offset = ${fact.mentionedOffset}, edited_fields = ${fact.editedFields}::text[], instruction_signs = ${fact.instructionSigns}::text[], is_learnt = ${fact.isLearnt}::boolean,
      edited_at = CASE WHEN ${fact.isEdit}::boolean THEN clock_timestamp() ELSE edited_at END,
      consolidated_at = CASE WHEN NOT ${fact.isLearnt}::boolean THEN clock_timestamp() END, consolidation_failed_at = NULL, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND memory_no = ${fact.memoryNo}`);
}
