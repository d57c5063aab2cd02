// The measurements of one bank over HTTP, and how they grow from bank to bank.
// In: a client, a bank, questions. Out: milliseconds as the caller sees them, of each stage as the trace tells, and of processors.

import { type Api, bankPath } from "../lib/api.js";
import type { CpuClock } from "../lib/processes.js";
import { round, type Spread, spread } from "../lib/results.js";
import type { Ask } from "./queries.js";

interface Traced {
  readonly results: readonly { readonly text: string; readonly tags?: readonly string[] | null }[];
  readonly trace?: {
    readonly summary: { readonly phase_metrics: readonly { readonly phase_name: string; readonly duration_seconds: number }[] };
  } | null;
}

export interface Recalled {
  readonly ms: Spread;
  /** Of server and database together, a recall; null where it cannot be read. */
  readonly cpuMs: number | null;
  /** Median of each stage, by its name in the trace. */
  readonly stages: Readonly<Record<string, number>>;
  readonly results: number;
}

const WARM_UP = 5;

export async function recalls(
  api: Api,
  bank: string,
  queries: readonly string[],
  { request }: Pick<Ask, "request">,
  clock: CpuClock,
): Promise<Recalled> {
  const ask = (query: string, more: object = {}) =>
    api.call<Traced>("POST", bankPath(bank, "/memories/recall"), { query, ...request, ...more });
  for (const query of queries.slice(0, WARM_UP)) await ask(`${query} please`);
  const before = await clock.read();
  const times: number[] = [];
  const stages = new Map<string, number[]>();
  let results = 0;
  for (const query of queries) {
    const { ms, body } = await ask(query);
    times.push(ms);
    results += body.results.length;
  }
  const after = await clock.read();
  // Apart: a trace of 300 candidates takes as long as the recall.
  for (const query of queries) {
    const { body } = await ask(query, { trace: true });
    for (const { phase_name: name, duration_seconds: seconds } of body.trace?.summary.phase_metrics ?? []) {
      stages.set(name, [...(stages.get(name) ?? []), seconds * 1000]);
    }
  }
  return {
    ms: spread(times),
    cpuMs: before === null || after === null ? null : round((after - before) / queries.length),
    stages: Object.fromEntries([...stages].map(([name, values]) => [name, spread(values).p50])),
    results: round(results / queries.length),
  };
}

export interface LongAsked {
  readonly ms: Spread;
  readonly keywordMs: Spread;
  readonly cpuMs: number | null;
  /** Where the memory with the rare word came in the results, from 1; null when it did not come. */
  readonly rank: number | null;
}

export async function askLong(api: Api, bank: string, query: string, rare: string, clock: CpuClock, times = 20): Promise<LongAsked> {
  const all: number[] = [];
  const keyword: number[] = [];
  let rank: number | null = null;
  const before = await clock.read();
  for (let i = 0; i < times; i += 1) {
    const { ms, body } = await api.call<Traced>("POST", bankPath(bank, "/memories/recall"), { query, trace: true });
    all.push(ms);
    const metrics = body.trace?.summary.phase_metrics ?? [];
    keyword.push(1000 * (metrics.find(({ phase_name: name }) => name === "keyword_arm")?.duration_seconds ?? Number.NaN));
    const at = body.results.findIndex(({ text }) => text.includes(`(no. ${rare})`));
    rank = at < 0 ? null : at + 1;
  }
  const after = await clock.read();
  return {
    ms: spread(all),
    keywordMs: spread(keyword),
    cpuMs: before === null || after === null ? null : round((after - before) / times),
    rank,
  };
}

/** Slope of the regression of log y on log n: 0 is a cost that does not grow, 1 one that grows as the bank does. */
export function logLogSlope(points: readonly (readonly [n: number, y: number])[]): number | null {
  const logs = points.filter(([, y]) => y > 0).map(([n, y]) => [Math.log(n), Math.log(y)] as const);
  if (logs.length < 2) return null;
  const mean = (of: 0 | 1): number => logs.reduce((sum, point) => sum + point[of], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return round(covariance / logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0), 2);
}
