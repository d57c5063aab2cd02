/** A memory of a bank in memory: what ranking reads, and what is shown of it. Pure. */

import type { SearchableMemory } from "../store/changes/read-searchable.js";
import type { CandidateRow } from "../store/memories/load-candidates.js";
import type { DetailRow } from "../store/memories/load-details.js";
import type { HotList } from "./lists.js";

/** A memory with what belongs to it; its vector lies with the others. */
export interface HotMemory {
  /** As `loadCandidates` reads it, but for the sources of an observation, which `sourceNos` names. */
  readonly row: CandidateRow;
  /** As `loadDetails` reads it. */
  readonly detail: DetailRow;
  readonly termCount: number;
  readonly terms: readonly HotList<string>[];
  readonly entities: readonly HotList<string>[];
  /** Of the entities, in the same order. */
  readonly entityNames: readonly string[];
  readonly links: readonly { readonly list: HotList<number>; readonly weight: number }[];
  /** Of an observation: the facts behind it, in the order in which they came. Some may be gone by now. */
  readonly sourceNos: readonly number[];
}

const NONE: readonly never[] = [];
const NO_METADATA: Readonly<Record<string, string>> = {};

/** One empty list for all. */
export function listOrNone<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NONE : list;
}

/** Field by field: an object made by leaving fields out of another is one that V8 looks up by name, which took a tenth of a recall. */
export function rowOf(found: SearchableMemory): CandidateRow {
  return {
    memoryNo: found.memoryNo,
    id: found.id,
    kind: found.kind,
    text: found.text,
    runNo: found.runNo,
    position: found.position,
    role: found.role,
    asks: found.asks,
    language: found.language,
    occurredStart: found.occurredStart,
    occurredEnd: found.occurredEnd,
    datePrecision: found.datePrecision,
    mentionedAt: found.mentionedAt,
    mentionedOffset: found.mentionedOffset,
    lastMentionedAt: found.lastMentionedAt,
    proofCount: found.proofCount,
    sourceMemoryIds: null,
    latestSourceId: null,
    trust: found.trust,
    instructionSigns: found.instructionSigns,
  };
}

export function detailOf(found: SearchableMemory): DetailRow {
  return {
    memoryNo: found.memoryNo,
    context: found.context,
    metadata: Object.keys(found.metadata).length === 0 ? NO_METADATA : found.metadata,
    tags: listOrNone(found.tags),
    documentId: found.documentId,
    chunkIndex: found.chunkIndex,
    attachmentIds: listOrNone(found.attachmentIds),
  };
}

/** Bytes of the heap by part: a memory with its row, dates and the heads of its arrays; a member of a list, with the way back; a string beside its characters. */
const BYTES = { memory: 1_200, member: 20, string: 24 } as const;

/** An estimate of what a memory takes, with what recall keeps of its text (`recall/reading.ts`). */
export function sizeOf({ row, detail, terms, entities, entityNames, links, sourceNos }: HotMemory): number {
  const members = terms.length + entities.length + 2 * links.length + sourceNos.length;
  const strings = [
    row.text,
    row.text,
    detail.context ?? "",
    detail.documentId ?? "",
    ...detail.tags,
    ...detail.attachmentIds,
    ...entityNames,
  ];
  const metadata = Object.entries(detail.metadata).flat();
  return BYTES.memory + members * BYTES.member + [...strings, ...metadata].reduce((sum, text) => sum + BYTES.string + textBytes(text), 0);
}

/** A string with a character beyond Latin-1 takes two bytes for each. */
function textBytes(text: string): number {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return 2 * text.length;
  return text.length;
}
