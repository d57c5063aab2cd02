// Metrics: how much of the evidence the first results hold. Each is a mean over questions, from 0 to 1, more is better but for `empty`.

import type { Judged } from "./judge.js";

export type Metrics = Readonly<Record<string, number>>;

/** What is told unless others are asked for. */
export const METRICS = [
  "questions",
  "frac@1",
  "frac@5",
  "frac@10",
  "frac@20",
  "any@10",
  "mrr",
  "frac@1000tok",
  "frac@2000tok",
  "frac@4096tok",
  "sess@5",
  "sess@10",
  "empty",
] as const;

const AT = /^(frac|any|sess)@([1-9]\d{0,6})(tok)?$/;

/** Whether there is a metric of that name: any depth and any number of tokens may be asked for. */
export function isMetric(name: string): boolean {
  const at = AT.exec(name);
  return name === "questions" || name === "mrr" || name === "empty" || (at !== null && (at[3] === undefined || at[1] === "frac"));
}

/** The metrics of some questions; those about sessions where there are any. Of no question at all, each is 0. */
export function metricsOf(judged: readonly Judged[], names: readonly string[] = METRICS): Metrics {
  const hasSessions = judged.some((one) => one.goldSessions.size > 0);
  return Object.fromEntries(names.flatMap((name) => (name.startsWith("sess@") && !hasSessions ? [] : [[name, metric(name, judged)]])));
}

/** @throws RangeError for a name that is no metric's */
export function metric(name: string, judged: readonly Judged[]): number {
  if (!isMetric(name)) throw new RangeError(`There is no metric "${name}".`);
  if (name === "questions") return judged.length;
  return judged.reduce((sum, one) => sum + scoreOf(name, one), 0) / Math.max(1, judged.length);
}

function scoreOf(name: string, one: Judged): number {
  if (name === "mrr") return reciprocalRank(one);
  if (name === "empty") return one.results.length === 0 ? 1 : 0;
  const [, kind, depth = "", tokens] = AT.exec(name) ?? [];
  const k = Number(depth);
  if (tokens !== undefined) return fractionWithin(one, k);
  if (kind === "sess") return sessions(one, k);
  return kind === "any" ? Number(fraction(one, k) > 0) : fraction(one, k);
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
