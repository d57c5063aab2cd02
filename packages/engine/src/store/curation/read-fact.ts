import type { EditedField } from "../../domain/curation.js";
import type { DatePrecision, MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import type { Trust } from "../../domain/trust.js";
import { type Db, sql } from "../db.js";

/** A memory with all that an edit may change, or must know. */
export interface CuratedFact {
  readonly memoryNo: number;
  readonly id: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly context: string | null;
  readonly language: string | null;
  readonly speaker: string | null;
  readonly runNo: number | null;
  readonly position: number | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  readonly trust: Trust;
  readonly editedFields: readonly EditedField[];
}

/** A memory in use by its public id; null when there is none. */
export async function readFact(db: Db, bank: BankScope, memoryId: string): Promise<CuratedFact | null> {
  const { rows } = await db.query<CuratedFact>(sql`
    SELECT memory_no AS "memoryNo", id, kind, text, context, language, speaker, run_no AS "runNo", position, occurred_start AS "occurredStart",
      occurred_end AS "occurredEnd", date_precision AS "datePrecision", mentioned_at AS "mentionedAt", mentioned_offset AS "mentionedOffset",
      trust, edited_fields AS "editedFields"
    FROM memory WHERE bank_id = ${bank.key} AND id = ${memoryId}::uuid`);
  return rows[0] ?? null;
}
