/** Answers of a bank in memory to what the arms ask the store, each as its statement would answer. */

import { cleanName } from "../domain/names.js";
import { placeKey } from "../domain/place.js";
import type { TagGroup } from "../domain/requests.js";
import { asksForTags, matchesTagFilter } from "../domain/tags.js";
import type { MemoryConditions } from "../store/filters/memory-filter.js";
import type { LinkedMemory, LinkQuery } from "../store/links/find-linked.js";
import type { CandidateQuery, CandidateRow, LoadedCandidate } from "../store/memories/load-candidates.js";
import type { DetailRow } from "../store/memories/load-details.js";
import type { BankMeasure } from "../store/memories/measure-memories.js";
import type { RelatedMemory, RelationQuery } from "../store/mentions/find-related.js";
import type { MentionedEntity } from "../store/mentions/list-mentioned.js";
import type { PostingList } from "../store/postings/read-postings.js";
import type { NearMemory } from "../store/vectors/nearest-memories.js";
import { frequencyOfPosting, type HotBank, memoryOfPosting } from "./bank.js";
import type { HotColumns } from "./columns.js";
import type { HotMemory } from "./memory.js";

/** A bank in memory under the filter of one request. */
export interface HotSource {
  /** `measureMemories`, of now. */
  measure(): BankMeasure;
  /** `countFrequencies`. */
  frequencies(terms: readonly string[], limit: number): ReadonlyMap<string, number>;
  /** `readPostings`. */
  postings(terms: readonly string[], limit: number): readonly PostingList[];
  /** `nearestMemories`, by comparing each. */
  nearest(vector: Float32Array, limit: number): readonly NearMemory[];
  /** `findRelated`. */
  related(query: Omit<RelationQuery, "filter">): readonly RelatedMemory[];
  /** `findLinked`, without the kind of the link. */
  linked(query: Omit<LinkQuery, "filter">): readonly Omit<LinkedMemory, "kind">[];
  /** `loadCandidates`. */
  candidates(query: Omit<CandidateQuery, "filter">): readonly LoadedCandidate[];
  /** `loadDetails`. */
  details(memoryNos: readonly number[]): readonly DetailRow[];
  /** `listMentioned`, of these memories and of the facts behind those of them that are observations. */
  mentioned(memoryNos: readonly number[]): readonly MentionedEntity[];
}

/** The condition that `memoryFilter` states, as a question to a memory in the bank; null when nothing is asked. */
export function allowedBy({ kinds, tags, tagsMatch, tagGroups }: MemoryConditions): ((memory: HotMemory) => boolean) | null {
  const filter = { tags: tags?.map(cleanName), tagsMatch, tagGroups: tagGroups?.map(cleanGroup) };
  const asksTags = asksForTags(filter);
  if (!asksTags && !kinds) return null;
  return (memory) => (!kinds || kinds.includes(memory.row.kind)) && (!asksTags || matchesTagFilter(memory.detail.tags, filter));
}

/** Tags are compared as they were stored. */
function cleanGroup(group: TagGroup): TagGroup {
  if ("and" in group) return { and: group.and.map(cleanGroup) };
  if ("or" in group) return { or: group.or.map(cleanGroup) };
  if ("not" in group) return { not: cleanGroup(group.not) };
  return { ...group, tags: group.tags.map(cleanName) };
}

export function hotSource(bank: HotBank, isAllowed: ((memory: HotMemory) => boolean) | null): HotSource {
  const { memories, vectors } = bank;
  const allows = (memoryNo: number): boolean => {
    const memory = memories.get(memoryNo);
    return memory !== undefined && (isAllowed === null || isAllowed(memory));
  };

  return {
    measure: () => ({ memories: memories.size, meanTermCount: Math.max(1, bank.words / Math.max(1, memories.size)) }),
    frequencies: (terms, limit) =>
      new Map(
        terms.flatMap((term) => {
          const found = bank.postings.get(term)?.numbers.length ?? 0;
          return found === 0 ? [] : [[term, Math.min(found, limit + 1)] as const];
        }),
      ),
    postings: (terms, limit) =>
      terms.flatMap((term) => {
        const list = bank.postings.get(term)?.numbers ?? [];
        return list.length === 0 ? [] : [postingList(term, list, limit + 1, bank.columns, isAllowed === null ? null : allows)];
      }),
    nearest: (vector, limit) => vectors?.nearest(vector, limit, isAllowed === null ? null : allows) ?? [],
    related: (query) => related(bank, query, allows),
    linked: (query) => linked(bank, query, allows),
    candidates({ memoryNos, places, comparison }) {
      const placed = places.flatMap(({ runNo, position }) => bank.places.get(placeKey(runNo, position)) ?? []);
      const found: LoadedCandidate[] = [];
      for (const memoryNo of new Set([...memoryNos, ...placed])) {
        const memory = memories.get(memoryNo);
        if (memory === undefined || !allows(memoryNo)) continue;
        const cosine = comparison === null ? null : (vectors?.product(memoryNo, comparison.vector) ?? null);
        found.push({ row: memory.row.kind === "observation" ? withEvidence(memory, memories) : memory.row, cosine });
      }
      return found;
    },
    details: (memoryNos) => memoryNos.flatMap((memoryNo) => memories.get(memoryNo)?.detail ?? []),
    mentioned: (memoryNos) => {
      const all = new Set(memoryNos.flatMap((memoryNo) => [memoryNo, ...(memories.get(memoryNo)?.sourceNos ?? [])]));
      return [...all].flatMap((memoryNo) => {
        const memory = memories.get(memoryNo);
        return memory === undefined ? [] : mentionsOf(memory);
      });
    },
  };
}

/** The newest `most`, newest first; the frequency counts what the filter leaves out, as the statement does. */
function postingList(
  term: string,
  packed: readonly number[],
  most: number,
  columns: HotColumns,
  allows: ((memoryNo: number) => boolean) | null,
): PostingList {
  const count = Math.min(most, packed.length);
  const column = (): Int32Array => new Int32Array(count);
  const [memoryNos, frequencies, termCounts, runNos, positions] = [column(), column(), column(), column(), column()];
  let size = 0;
  for (let at = packed.length - 1; at >= packed.length - count; at--) {
    const memoryNo = memoryOfPosting(packed[at]!);
    if (allows !== null && !allows(memoryNo)) continue;
    memoryNos[size] = memoryNo;
    frequencies[size] = frequencyOfPosting(packed[at]!);
    termCounts[size] = columns.termCount(memoryNo);
    runNos[size] = columns.runNo(memoryNo);
    positions[size] = columns.position(memoryNo);
    size += 1;
  }
  const cut = (numbers: Int32Array): Int32Array => (size === count ? numbers : numbers.subarray(0, size));
  return {
    term,
    documentFrequency: count,
    memoryNos: cut(memoryNos),
    frequencies: cut(frequencies),
    termCounts: cut(termCounts),
    runNos: cut(runNos),
    positions: cut(positions),
  };
}

const mentionsOf = ({ row, entities, entityNames }: HotMemory): readonly MentionedEntity[] =>
  entities.map(({ key }, at) => ({ memoryId: row.id, entityId: key, canonicalName: entityNames[at]! }));

/** An observation with the facts behind it, and which of them was said last (as LATEST_SOURCE_ID in load-candidates.ts). */
function withEvidence({ row, sourceNos }: HotMemory, memories: ReadonlyMap<number, HotMemory>): CandidateRow {
  const sources = sourceNos.flatMap((memoryNo) => memories.get(memoryNo)?.row ?? []);
  const saidAt = (fact: CandidateRow): number =>
    (fact.lastMentionedAt ?? fact.mentionedAt ?? fact.occurredEnd ?? fact.occurredStart)?.getTime() ?? Number.NEGATIVE_INFINITY;
  const latest = sources.reduce<CandidateRow | null>((last, fact) => {
    const later = last === null ? 1 : saidAt(fact) - saidAt(last) || fact.memoryNo - last.memoryNo;
    return later > 0 ? fact : last;
  }, null);
  return { ...row, sourceMemoryIds: sources.map(({ id }) => id), latestSourceId: latest?.id ?? null };
}

function related(
  { memories }: HotBank,
  { seedNos, maxMentions, limit }: Omit<RelationQuery, "filter">,
  allows: (memoryNo: number) => boolean,
): readonly RelatedMemory[] {
  const seeds = new Set(seedNos);
  const shared = new Map<string, { memoryNo: number; seedNo: number; shared: number }>();
  for (const seedNo of seeds) {
    for (const { numbers } of memories.get(seedNo)?.entities ?? []) {
      if (numbers.length < 2 || numbers.length > maxMentions) continue;
      for (const memoryNo of numbers) {
        if (seeds.has(memoryNo) || !allows(memoryNo)) continue;
        const key = `${memoryNo} ${seedNo}`;
        const entry = shared.get(key);
        if (entry === undefined) shared.set(key, { memoryNo, seedNo, shared: 1 });
        else entry.shared += 1;
      }
    }
  }
  return [...shared.values()].sort((a, b) => b.shared - a.shared || b.memoryNo - a.memoryNo || b.seedNo - a.seedNo).slice(0, limit);
}

function linked(
  { memories, linkedFrom }: HotBank,
  { seedNos, limit }: Omit<LinkQuery, "filter">,
  allows: (memoryNo: number) => boolean,
): readonly Omit<LinkedMemory, "kind">[] {
  const seeds = new Set(seedNos);
  const found: Omit<LinkedMemory, "kind">[] = [];
  const add = (memoryNo: number, seedNo: number, weight: number): void => {
    if (!seeds.has(memoryNo) && allows(memoryNo)) found.push({ memoryNo, seedNo, weight });
  };
  for (const seedNo of seeds) {
    for (const { list, weight } of memories.get(seedNo)?.links ?? []) add(list.key, seedNo, weight);
    for (const from of linkedFrom.get(seedNo)?.numbers ?? []) {
      for (const { list, weight } of memories.get(from)?.links ?? []) if (list.key === seedNo) add(from, seedNo, weight);
    }
  }
  return found.sort((a, b) => b.weight - a.weight || b.memoryNo - a.memoryNo || b.seedNo - a.seedNo).slice(0, limit);
}
