/** An observation and a fact that it stands on never both take a place: one of them is shown, for it says what the other bears out. Pure. */

import type { Ranked } from "./candidate.js";
import { tokensOf } from "./reading.js";

export interface Folded {
  readonly shown: readonly Ranked[];
  /** What was left out, with the id of what stands for it. */
  readonly evidence: readonly { readonly entry: Ranked; readonly by: string }[];
}

export interface FoldOptions {
  /** Observations go before their facts wherever they stand; else the one that ranks first stays. */
  readonly prefersObservations: boolean;
  /** Observations among so many first results stand for their facts: one far below would take away what answers better. */
  readonly limit: number;
  /** Of the answer: an observation that is longer stands for nothing, since it will not be shown. */
  readonly maxTokens: number;
}

/**
 * Where observations are not preferred, one stays that ranks above all its facts, and its facts go; one with a fact above it goes itself, for then the
 * facts answer better one by one. A preferred one takes the place of the first of its facts. Observations that share facts: the higher one has them.
 */
export function fold(ranked: readonly Ranked[], { prefersObservations, limit, maxTokens }: FoldOptions): Folded {
  if (!ranked.some(({ row }) => row.kind === "observation")) return { shown: ranked, evidence: [] };
  const placeOf = new Map(ranked.map(({ row }, place) => [row.id, place]));
  const out = new Map<Ranked, string>();
  const raised: { readonly entry: Ranked; readonly to: number }[] = [];
  ranked.forEach((entry, place) => {
    if (entry.row.kind !== "observation") return;
    const sources = (entry.row.sourceMemoryIds ?? []).flatMap((id) => placeOf.get(id) ?? []).filter((at) => !out.has(ranked[at]!));
    const first = Math.min(...sources);
    if (sources.length === 0) return;
    const isShown = place < limit && tokensOf(entry.row) <= maxTokens;
    if (!isShown || (!prefersObservations && first < place)) {
      out.set(entry, ranked[first]!.row.id);
      return;
    }
    for (const at of sources) out.set(ranked[at]!, entry.row.id);
    if (first < place) raised.push({ entry, to: first });
  });
  const evidence = ranked.flatMap((entry) => (out.has(entry) ? [{ entry, by: out.get(entry)! }] : []));
  if (evidence.length === 0) return { shown: ranked, evidence };
  const moved = new Map(raised.map(({ entry, to }) => [ranked[to]!, entry]));
  const isRaised = new Set(raised.map(({ entry }) => entry));
  const shown = ranked.flatMap((entry) => {
    const above = moved.get(entry);
    if (above !== undefined) return [{ ...above, final: entry.final }];
    return out.has(entry) || isRaised.has(entry) ? [] : [entry];
  });
  return { shown, evidence };
}
