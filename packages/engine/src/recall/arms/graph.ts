/**
 * The graph arm: what stands beside the best finds of the other arms. Neighbours in a dialogue whose window holds words of the question, memories that
 * mention the same entities, and those joined by a stored link. It brings candidates; it never lifts one above the find that brought it (`rank.ts`).
 */

import type { RequestContext } from "../../context.js";
import { PLACES, placeKey, placeOf } from "../../domain/place.js";
import type { BankScope } from "../../domain/scope.js";
import { topOf } from "../../domain/top.js";
import type { HotSource } from "../../hot/index.js";
import type { Statement } from "../../store/db.js";
import { findLinked } from "../../store/links/find-linked.js";
import type { MentioningMemory } from "../../store/mentions/find-mentioning.js";
import { findRelated } from "../../store/mentions/find-related.js";
import type { KeywordScores } from "../bm25.js";
import type { Hit } from "../candidate.js";
import type { Question } from "../question.js";

/** The best finds that are looked around. */
const SEEDS = 20;
/** An entity that more of the bank mentions than this says nothing about a memory: a speaker's own name. */
const MAX_MENTION_SHARE = 0.05;
const MIN_MENTION_LIMIT = 10;
const MAX_MENTION_LIMIT = 200;

/** An entity that more memories of a bank mention says nothing about one of them. */
export function mostTellingMentions(memories: number): number {
  return Math.min(MAX_MENTION_LIMIT, Math.max(MIN_MENTION_LIMIT, Math.floor(memories * MAX_MENTION_SHARE)));
}

export interface GraphResult {
  readonly hits: readonly Hit[];
  /** By memory number: activation through entities and links, and the seed behind it. Neighbours in a run are not in here: their words speak for them. */
  readonly reached: ReadonlyMap<number, { readonly activation: number; readonly seedNo: number }>;
}

export async function graphArm(
  ctx: RequestContext,
  bank: BankScope,
  question: Question,
  found: {
    readonly arms: readonly (readonly Hit[])[];
    readonly keywords: KeywordScores;
    readonly memories: number;
    readonly hot: HotSource | null;
    /** Of the question's names that are called otherwise as well (`other-names.ts`). */
    readonly mentioning: readonly MentioningMemory[];
  },
  filter: Statement,
): Promise<GraphResult> {
  if (!question.uses.graph) return { hits: [], reached: new Map() };
  const seedNos = bestOf(found.arms);
  const reached = new Map<number, { activation: number; seedNo: number }>();
  if (seedNos.length > 0) {
    const maxMentions = mostTellingMentions(found.memories);
    const [related, linked] = await Promise.all([
      found.hot?.related({ seedNos, maxMentions, limit: question.depth }) ??
        findRelated(ctx.db, bank, { seedNos, maxMentions, limit: question.depth, filter }),
      found.hot?.linked({ seedNos, limit: question.depth }) ?? findLinked(ctx.db, bank, { seedNos, limit: question.depth, filter }),
    ]);
    const reach = (memoryNo: number, seedNo: number, activation: number): void => {
      const known = reached.get(memoryNo);
      if (known === undefined || activation > known.activation) reached.set(memoryNo, { activation, seedNo });
    };
    // tanh: one shared entity is 0.46, two 0.76, three 0.91, so that a fourth adds little.
    for (const { memoryNo, seedNo, shared } of related) reach(memoryNo, seedNo, Math.tanh(shared / 2));
    for (const { memoryNo, seedNo, weight } of linked) reach(memoryNo, seedNo, weight);
  }
  const hits: Hit[] = [...reached].map(([memoryNo, { activation }]) => ({ memoryNo, place: null, score: activation }));
  for (const memoryNo of new Set(found.mentioning.map((memory) => memory.memoryNo))) {
    if (!reached.has(memoryNo)) hits.push({ memoryNo, place: null, score: Math.tanh(1 / 2) });
  }
  hits.push(...bestWindows(found.keywords, question.depth));
  return { hits: hits.sort((a, b) => b.score - a.score || order(b) - order(a)).slice(0, question.depth), reached };
}

const order = (hit: Hit): number => hit.memoryNo ?? (hit.place === null ? 0 : placeKey(hit.place.runNo, hit.place.position) / PLACES);

/** Places whose window holds most of the question's words, as memories where they hold any themselves. */
function bestWindows({ windows, windowKeys, windowMemoryNos, full }: KeywordScores, limit: number): readonly Hit[] {
  const hitAt = (at: number): Hit => {
    const memoryNo = windowMemoryNos[at]! || null;
    return { memoryNo, place: memoryNo === null ? placeOf(windowKeys[at]!) : null, score: windows[at]! / full };
  };
  const orderAt = (at: number): number => windowMemoryNos[at]! || windowKeys[at]! / PLACES; // as 'order' of the hit
  return topOf(windows, limit, (a, b) => orderAt(b) - orderAt(a)).map(hitAt);
}

/** The first of each arm in turn, up to `SEEDS`. */
function bestOf(arms: readonly (readonly Hit[])[]): readonly number[] {
  const seeds = new Set<number>();
  for (let rank = 0; seeds.size < SEEDS && arms.some((hits) => rank < hits.length); rank++) {
    for (const hits of arms) {
      const memoryNo = hits[rank]?.memoryNo ?? null;
      if (memoryNo !== null && seeds.size < SEEDS) seeds.add(memoryNo);
    }
  }
  return [...seeds];
}
