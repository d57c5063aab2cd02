import type { MemoryKind, Moment } from "./memory.js";
import { analyse, MAX_COUNT } from "./text/analyse.js";
import { dateTerms } from "./time/index.js";

/** Words of the session's date and of the item's context: they find the memory, but do not count as said. */
export function contextTerms(said: Moment | null, context: string | null, language: string | null): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const texts = [...(said === null ? [] : [dateTerms(said, language)]), ...(context === null ? [] : [context])];
  for (const text of texts) for (const [term, count] of analyse(text).terms) terms.set(term, (terms.get(term) ?? 0) + count);
  return terms;
}

/** Every term under which a memory is posted, once. */
export function postedTerms(own: ReadonlyMap<string, number>, around: ReadonlyMap<string, number>): readonly string[] {
  return [...new Set([...own.keys(), ...around.keys()])];
}

/** One term of a memory in the inverted index. */
export interface Posting {
  readonly term: string;
  readonly memoryNo: number;
  readonly frequency: number;
  readonly contextFrequency: number;
  readonly termCount: number;
  readonly runNo: number | null;
  readonly position: number | null;
}

/** What is to be posted of a memory. */
export interface Posted {
  readonly memoryNo: number;
  readonly own: ReadonlyMap<string, number>;
  readonly around: ReadonlyMap<string, number>;
  /** Words of the memory. */
  readonly length: number;
  readonly place: { readonly runNo: number | null; readonly position: number | null } | null;
}

/** The postings of memories in the order of the index: term, then memory. */
export function postingsOf(memories: readonly Posted[]): readonly Posting[] {
  const rows = memories.flatMap(({ memoryNo, own, around, length, place }) =>
    postedTerms(own, around).map((term) => ({
      term,
      memoryNo,
      frequency: Math.min(own.get(term) ?? 0, MAX_COUNT),
      contextFrequency: Math.min(around.get(term) ?? 0, MAX_COUNT),
      termCount: Math.min(length, MAX_COUNT),
      runNo: place?.runNo ?? null,
      position: place?.position ?? null,
    })),
  );
  return rows.sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : a.memoryNo - b.memoryNo));
}

/** All that the postings of a stored memory are made from. */
export interface PostedSource {
  readonly memoryNo: number;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly language: string | null;
  readonly context: string | null;
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  readonly runNo: number | null;
  readonly position: number | null;
}

/** A stored memory as it is to be posted: facts with the words around them, observations by their own. */
export function postedAnew(source: PostedSource): Posted & { readonly terms: readonly string[]; readonly termCount: number } {
  const { memoryNo, kind, text, language, context, mentionedAt, mentionedOffset, runNo, position } = source;
  const { terms: own, length } = analyse(text, language);
  const said = mentionedAt === null ? null : { at: mentionedAt, offsetMinutes: mentionedOffset ?? 0 };
  const around = kind === "observation" ? new Map<string, number>() : contextTerms(said, context, language);
  return { memoryNo, own, around, length, terms: postedTerms(own, around), termCount: length, place: { runNo, position } };
}
