/**
 * A memory that has another name of whom the question names counts as holding the question's name: for the keyword arm it stands in the posting lists of the
 * name's words. Less than a memory with the name itself: it is read as though it were so much longer.
 */

import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import type { HotSource } from "../../hot/index.js";
import type { Statement } from "../../store/db.js";
import { findMentioning, type MentioningMemory } from "../../store/mentions/find-mentioning.js";
import { type PostingList, readPostings } from "../../store/postings/read-postings.js";
import type { Question } from "../question.js";
import { mostTellingMentions } from "./graph.js";

/**
 * Mean lengths that are added to a memory's own: of memories as long as one another the one with the name itself scores 1, the other 0.48 of that word (K1 and B of
 * `bm25.ts`), and one with the name itself falls behind only where it is six times as long as the mean.
 */
const LONGER = 5;

/** Of every name of the question: who mentions its entities, newest first. */
export async function whoMentions(
  ctx: RequestContext,
  bank: BankScope,
  { called, depth }: Question,
  filter: Statement,
): Promise<readonly MentioningMemory[]> {
  const entityIds = [...new Set(called.flatMap((one) => one.entityIds))];
  const limit = Math.max(depth, mostTellingMentions(Number.POSITIVE_INFINITY) + 1);
  return entityIds.length === 0 ? [] : findMentioning(ctx.db, bank, { entityIds, limit, filter });
}

interface Reading {
  readonly filter: Statement | null;
  readonly hot: HotSource | null;
  readonly among: readonly number[] | null;
  /** Postings of one term. */
  readonly common: number;
  readonly memories: number;
  readonly meanTermCount: number;
  readonly mentioning: readonly MentioningMemory[];
  /** The question's terms that the bank has, and how often: of those that are left out of `lists` as common nothing is added. */
  readonly known: ReadonlyMap<string, number>;
}

/** The lists of the question's terms, with the memories added to those of a name that have it in another form. The same lists where no name has one. */
export async function withOtherNames(
  ctx: RequestContext,
  bank: BankScope,
  { called }: Question,
  lists: readonly PostingList[],
  reading: Reading,
): Promise<readonly PostingList[]> {
  if (called.length === 0) return lists;
  const { filter, hot, among, common, memories, mentioning, known } = reading;
  const wanted = [...new Set(called.flatMap(({ otherNames }) => otherNames.flat()))];
  const read = hot?.postings(wanted, common) ?? (await readPostings(ctx.db, bank, wanted, { limit: common, filter, among }));
  const byTerm = new Map(read.map((list) => [list.term, list]));
  const longer = Math.round(LONGER * reading.meanTermCount);
  const extended = new Map(lists.map((list) => [list.term, list]));
  for (const { entityIds, terms, otherNames } of called) {
    const holders = new Map<number, Holder>();
    for (const name of otherNames) for (const holder of holdersOf(name, byTerm)) holders.set(holder.memoryNo, holder);
    // Whom a good part of the bank is about says nothing of a memory, as in the graph arm; that it has the name in its text does.
    for (const entityId of entityIds) {
      const own = mentioning.filter((memory) => memory.entityId === entityId);
      if (own.length <= mostTellingMentions(memories)) {
        for (const { memoryNo, termCount, runNo, position } of own) {
          holders.set(memoryNo, { memoryNo, termCount, runNo: runNo ?? -1, position: position ?? -1 });
        }
      }
    }
    for (const term of terms) {
      const list = extended.get(term);
      if (list === undefined && known.has(term)) continue;
      extended.set(term, extend(list ?? emptyList(term), [...holders.values()], longer));
    }
  }
  return [...extended.values()];
}

interface Holder {
  readonly memoryNo: number;
  readonly termCount: number;
  readonly runNo: number;
  readonly position: number;
}

/** Memories that hold all terms of a name. */
function holdersOf(name: readonly string[], byTerm: ReadonlyMap<string, PostingList>): readonly Holder[] {
  const lists = name.flatMap((term) => byTerm.get(term) ?? []);
  const [first, ...others] = [...lists].sort((a, b) => a.memoryNos.length - b.memoryNos.length);
  if (first === undefined || lists.length < name.length) return [];
  const sets = others.map(({ memoryNos }) => new Set(memoryNos));
  const found: Holder[] = [];
  first.memoryNos.forEach((memoryNo, i) => {
    if (!sets.every((set) => set.has(memoryNo))) return;
    found.push({ memoryNo, termCount: first.termCounts[i]!, runNo: first.runNos[i]!, position: first.positions[i]! });
  });
  return found;
}

const emptyList = (term: string): PostingList => {
  const none = new Int32Array();
  return { term, documentFrequency: 0, memoryNos: none, frequencies: none, termCounts: none, runNos: none, positions: none };
};

/** `bm25` takes the memories of a list in any order. */
function extend(list: PostingList, holders: readonly Holder[], longer: number): PostingList {
  const there = new Set(list.memoryNos);
  const added = holders.filter(({ memoryNo }) => !there.has(memoryNo)).sort((a, b) => b.memoryNo - a.memoryNo);
  const joined = (own: Int32Array, more: (holder: Holder) => number): Int32Array => Int32Array.from([...own, ...added.map(more)]);
  return {
    term: list.term,
    documentFrequency: list.documentFrequency + added.length,
    memoryNos: joined(list.memoryNos, ({ memoryNo }) => memoryNo),
    frequencies: joined(list.frequencies, () => 1),
    termCounts: joined(list.termCounts, ({ termCount }) => termCount + longer),
    runNos: joined(list.runNos, ({ runNo }) => runNo),
    positions: joined(list.positions, ({ position }) => position),
  };
}
