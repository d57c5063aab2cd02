import type { MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import type { InstructionSign, Trust } from "../../domain/trust.js";
import { type Db, sql } from "../db.js";

/** A fact as evidence of an observation. */
export interface FactRow {
  readonly id: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly documentId: string | null;
  readonly chunkIndex: number | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly trust: Trust;
  readonly instructionSigns: readonly InstructionSign[];
}

/** Facts by their public ids, in no particular order; ids that are gone are missing. */
export async function loadFacts(db: Db, bank: BankScope, ids: readonly string[]): Promise<readonly FactRow[]> {
  const { rows } = await db.query<FactRow>(sql`
    SELECT id, kind, text, context, metadata, tags, document_id AS "documentId", chunk_index AS "chunkIndex",
           occurred_start AS "occurredStart", occurred_end AS "occurredEnd", mentioned_at AS "mentionedAt",
           trust, instruction_signs AS "instructionSigns"
    FROM memory WHERE bank_id = ${bank.key} AND id = ANY(${ids}::uuid[])`);
  return rows;
}
