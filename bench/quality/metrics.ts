// Metrics: how much of the evidence the first results hold. README.md defines each.

import { createRequire } from "node:module";

/** One answered question: what each result, in order, counted for. */
export interface Judged {
  readonly category: string;
  readonly gold: number;
  /** Per result: gold items it was the first to bring, its tokens, its session. */
  readonly results: readonly { readonly brought: number; readonly tokens: number; readonly session: string | null }[];
  readonly goldSessions: ReadonlySet<string>;
}

export type Metrics = Readonly<Record<string, number>>;

const { countTokens } = createRequire(import.meta.url)("gpt-tokenizer/encoding/cl100k_base") as { countTokens(text: string): number };

export function tokensOf(text: string): number {
  return countTokens(text);
}

export function metricsOf(judged: readonly Judged[]): Metrics {
  const mean = (value: (one: Judged) => number): number => judged.reduce((sum, one) => sum + value(one), 0) / Math.max(1, judged.length);
  const hasSessions = judged.some((one) => one.goldSessions.size > 0);
  return {
    questions: judged.length,
    "frac@1": mean((one) => fraction(one, 1)),
    "frac@5": mean((one) => fraction(one, 5)),
    "frac@10": mean((one) => fraction(one, 10)),
    "frac@20": mean((one) => fraction(one, 20)),
    "any@10": mean((one) => (fraction(one, 10) > 0 ? 1 : 0)),
    mrr: mean(reciprocalRank),
    "frac@1000tok": mean((one) => fractionWithin(one, 1000)),
    "frac@2000tok": mean((one) => fractionWithin(one, 2000)),
    "frac@4096tok": mean((one) => fractionWithin(one, 4096)),
    ...(hasSessions ? { "sess@5": mean((one) => sessions(one, 5)), "sess@10": mean((one) => sessions(one, 10)) } : {}),
    empty: mean((one) => (one.results.length === 0 ? 1 : 0)),
  };
}

function fraction({ results, gold }: Judged, k: number): number {
  return results.slice(0, k).reduce((sum, { brought }) => sum + brought, 0) / gold;
}

function reciprocalRank({ results }: Judged): number {
  const first = results.findIndex(({ brought }) => brought > 0);
  return first < 0 ? 0 : 1 / (first + 1);
}

/** Results count as long as they fit together. */
function fractionWithin({ results, gold }: Judged, tokens: number): number {
  let used = 0;
  let brought = 0;
  for (const result of results) {
    used += result.tokens;
    if (used > tokens) break;
    brought += result.brought;
  }
  return brought / gold;
}

function sessions({ results, goldSessions }: Judged, k: number): number {
  const seen = new Set<string>();
  for (const { session } of results) {
    if (session !== null && seen.size < k) seen.add(session);
  }
  return [...goldSessions].filter((session) => seen.has(session)).length / Math.max(1, goldSessions.size);
}
