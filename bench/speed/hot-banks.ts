// Recall with the banks in use in memory against recall from the database: the same folder or database, served by turns.
// In: how to start this checkout's server, a bank that is filled. Out: for each way latencies, processor time a recall, recalls with several clients.
// By turns in one run, since what else the machine does moves every time by more than the difference; processor time hardly moves.

import { type Api, bankPath, connect } from "../lib/api.js";
import { cpuClock } from "../lib/processes.js";
import { round, type Spread, spread } from "../lib/results.js";
import { type BenchServer, memoryMb } from "../lib/server.js";
import { recallThroughput, type Throughput } from "./phases.js";

export interface HotComparison {
  readonly megabytes: number;
  readonly ms: Spread;
  /** Of one recall, all threads of the server and, on PostgreSQL, its backends; null where it cannot be read. */
  readonly cpuMs: number | null;
  /** Mean time in which the question's vector is made, as the server's own metric has it. */
  readonly encoderMs: number;
  readonly many: Pick<Throughput, "clients" | "perS" | "ms">;
  /** Largest of the rounds. */
  readonly memoryMb: number | null;
  /** Recalls answered from memory, of all. */
  readonly hits: number;
}

export interface HotOptions {
  readonly bank: string;
  readonly queries: readonly string[];
  /** For several clients, none of which was asked before. */
  readonly others: readonly string[];
  readonly rounds: number;
  readonly clients: number;
  readonly seconds: number;
  readonly databaseUrl: string | null;
  start(env: Readonly<Record<string, string>>): Promise<BenchServer>;
}

/** HINDSIGHT_API_HOT_BANKS_MB of the two ways: none, and the default. */
const WAYS = [0, 128] as const;

/** `rounds` of both, each with a server that has just started and answered a few questions. */
export async function compareHotBanks(options: HotOptions): Promise<readonly HotComparison[]> {
  const rounds: Record<(typeof WAYS)[number], Round[]> = { 0: [], 128: [] };
  for (let n = 0; n < options.rounds; n += 1) for (const megabytes of WAYS) rounds[megabytes].push(await oneRound(options, megabytes));
  return WAYS.map((megabytes) => {
    const of = rounds[megabytes];
    const mean = (pick: (one: Round) => number): number => round(of.reduce((sum, one) => sum + pick(one), 0) / of.length, 1);
    const best = [...of].sort((a, b) => b.many.perS - a.many.perS)[0] as Round;
    return {
      megabytes,
      ms: spread(of.flatMap(({ times }) => times)),
      cpuMs: of.some(({ cpuMs }) => cpuMs === null) ? null : mean(({ cpuMs }) => cpuMs ?? 0),
      encoderMs: mean(({ encoderMs }) => encoderMs),
      many: { clients: best.many.clients, perS: mean(({ many }) => many.perS), ms: best.many.ms },
      memoryMb: of.reduce<number | null>((most, one) => (one.memoryMb === null ? most : Math.max(most ?? 0, one.memoryMb)), null),
      hits: of.reduce((sum, one) => sum + one.hits, 0),
    };
  });
}

interface Round {
  readonly times: readonly number[];
  readonly cpuMs: number | null;
  readonly encoderMs: number;
  readonly many: Throughput;
  readonly memoryMb: number | null;
  readonly hits: number;
}

async function oneRound({ bank, queries, others, clients, seconds, databaseUrl, start }: HotOptions, megabytes: number): Promise<Round> {
  const server = await start({ HINDSIGHT_API_HOT_BANKS_MB: String(megabytes) });
  const api = connect(server.url);
  try {
    await warmed(api, server, bank, queries, megabytes > 0);
    const before = await metricsOf(server);
    const clock = await cpuClock(server.pid, databaseUrl);
    const times: number[] = [];
    for (const query of queries) times.push((await api.call("POST", bankPath(bank, "/memories/recall"), { query })).ms);
    const cpu = await clock.read();
    await clock.close();
    const after = await metricsOf(server);
    const many = await recallThroughput(api, bank, others, clients, seconds);
    const embedded = (name: string): number => phase(after, name) - phase(before, name);
    return {
      times,
      cpuMs: cpu === null ? null : cpu / queries.length,
      encoderMs: (1_000 * embedded("sum")) / Math.max(1, embedded("count")),
      many,
      memoryMb: memoryMb(server.pid),
      hits: figure(await metricsOf(server), /^hindsight_hot_bank_hits_total\S* (\S+)/m),
    };
  } finally {
    api.close();
    await server.stop();
  }
}

/** Caches of code are warm, and the bank is in memory where it is to be. */
async function warmed(api: Api, server: BenchServer, bank: string, queries: readonly string[], isHot: boolean): Promise<void> {
  for (let n = 0; n < 2_000; n += 1) {
    await api.call("POST", bankPath(bank, "/memories/recall"), { query: `${queries[n % queries.length]} please` });
    const hits = figure(await metricsOf(server), /^hindsight_hot_bank_hits_total\S* (\S+)/m);
    if (n >= 30 && (!isHot || hits >= 20)) return;
  }
  throw new Error("the bank did not come into memory within 2,000 recalls");
}

const metricsOf = async (server: BenchServer): Promise<string> => (await fetch(`${server.url}/metrics`)).text();

const figure = (metrics: string, pattern: RegExp): number => Number(pattern.exec(metrics)?.[1] ?? 0);

function phase(metrics: string, name: string): number {
  return figure(
    metrics,
    new RegExp(`^hindsight_recall_phase_duration_seconds_${name}\\{[^}]*phase="generate_query_embedding"[^}]*\\} (\\S+)`, "m"),
  );
}
