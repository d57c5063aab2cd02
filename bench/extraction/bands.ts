// Where the bench measures as a bank grows, and what the reference needed there.
// In: how many facts. Out: stretches to load one after another, and the ratio of a figure to the reference's.

import { round } from "../lib/results.js";

/** A stretch of a load: from so many facts to so many, by so many clients. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly clients: number;
  /** The band that it belongs to, or null where the bank is only being filled. */
  readonly band: string | null;
}

const BANDS = [
  { name: "0–1k", from: 0, to: 1_000 },
  { name: "5–10k", from: 5_000, to: 10_000 },
  { name: "50–60k", from: 50_000, to: 60_000 },
  { name: "90–100k", from: 90_000, to: 100_000 },
] as const;

/** Each band up to `facts` in equal parts, one for each number of clients; between bands the bank is filled by the most clients. */
export function stretchesTo(facts: number, clients: readonly number[]): readonly Stretch[] {
  const most = Math.max(...clients);
  const all: Stretch[] = [];
  let at = 0;
  for (const band of BANDS) {
    if (band.from >= facts) break;
    const to = Math.min(band.to, facts);
    if (band.from > at) all.push({ from: at, to: band.from, clients: most, band: null });
    for (const [index, count] of clients.entries()) {
      const [start, end] = [index, index + 1].map((part) => band.from + Math.round(((to - band.from) * part) / clients.length));
      all.push({ from: start ?? band.from, to: end ?? to, clients: count, band: band.name });
    }
    at = to;
  }
  if (at < facts) all.push({ from: at, to: facts, clients: most, band: null });
  return all;
}

/** The reference on a quiet machine of two cores, from `shared/contract/baseline.md`; of a range, what is harder to reach. */
const REFERENCE = {
  small: { factsPerS: 181, cpuMs: 8.9 },
  large: { factsPerS: 134, cpuMs: 12.8 },
} as const;

/** What is wanted: facts a second as a multiple of the reference's (issue 4). */
export const TARGETS = { postgres: 5, embedded: 2.5 } as const;

export function referenceAt(facts: number): { readonly factsPerS: number; readonly cpuMs: number } {
  return facts < 1_000 ? REFERENCE.small : REFERENCE.large;
}

/** How many times as many facts a second as the reference, and how many times less processor time a fact. */
export function ratios(
  from: number,
  factsPerS: number,
  cpuMsPerFact: number | null,
): { readonly speed: number; readonly cpu: number | null } {
  const reference = referenceAt(from);
  return {
    speed: round(factsPerS / reference.factsPerS, 2),
    cpu: cpuMsPerFact === null || cpuMsPerFact === 0 ? null : round(reference.cpuMs / cpuMsPerFact, 2),
  };
}
