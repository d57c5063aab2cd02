import type { Unit } from "../domain/memory.js";
import { type Posting, postedTerms, postingsOf } from "../domain/posted-terms.js";
import type { InstructionSign } from "../domain/trust.js";
import { instructionSigns } from "../guard/defense/index.js";
import type { MemoryRow } from "../store/memories/insert-memories.js";
import type { Fact } from "./extract.js";
import { type Item, teaches } from "./item.js";
import type { Place } from "./runs.js";

/** A fact with all that the bank gave it. */
export interface NewMemory {
  readonly memoryNo: number;
  readonly id: string;
  readonly fact: Fact;
  /** SHA-256 of what it states, in hex, of a fact that a language model found. */
  readonly statementHash: string | null;
  readonly documentId: string;
  readonly chunkIndex: number;
  readonly place: Place | null;
}

export function memoryRow({ memoryNo, id, fact, statementHash, documentId, chunkIndex, place }: NewMemory): MemoryRow {
  const { unit, item, occurred, said } = fact;
  const signs = signsOf(unit, item);
  return {
    memoryNo,
    id,
    kind: fact.kind,
    text: unit.text,
    textHash: fact.textHash,
    sourceHash: fact.sourceHash,
    statementHash,
    context: item.context,
    metadata: item.metadata,
    tags: fact.tags,
    labelTags: fact.labelTags,
    documentId,
    chunkIndex,
    runNo: place?.runNo ?? null,
    position: place?.position ?? null,
    speaker: unit.speaker,
    role: unit.role,
    asks: fact.asks,
    language: fact.language,
    terms: postedTerms(fact.terms, fact.contextTerms),
    termCount: fact.termCount,
    occurredStart: occurred?.start ?? null,
    occurredEnd: occurred?.end ?? null,
    datePrecision: occurred?.precision ?? null,
    mentionedAt: said?.at ?? null,
    mentionedOffset: said?.offsetMinutes ?? null,
    observationScopes: item.observationScopes,
    attachmentIds: fact.attachmentIds,
    trust: item.trust ?? "normal",
    instructionSigns: signs,
    isLearnt: teaches(item, signs),
  };
}

/** How a memory instructs whoever reads it, by its text or by what stands around it. */
export function signsOf({ text }: Pick<Unit, "text">, { context }: Pick<Item, "context">): readonly InstructionSign[] {
  return instructionSigns(context === null ? text : `${text}\n${context}`);
}

/** Postings of all memories in the order of the index. */
export function postingRows(memories: readonly NewMemory[]): readonly Posting[] {
  return postingsOf(
    memories.map(({ memoryNo, fact, place }) => ({
      memoryNo,
      own: fact.terms,
      around: fact.contextTerms,
      length: fact.termCount,
      place,
    })),
  );
}
