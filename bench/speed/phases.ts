// The measurements, one function each: over HTTP, against any server of the API.
// In: a client, a bank, items or queries. Out: plain numbers; milliseconds unless the name says otherwise.

import { performance } from "node:perf_hooks";
import { type Api, bankPath, drained } from "../lib/api.js";
import { round, type Spread, spread } from "../lib/results.js";
import type { Item } from "./items.js";

const BATCH = 50;

export interface AsyncRetain {
  readonly items: number;
  readonly ackItemsPerS: number;
  readonly ackMs: Spread;
  readonly drainItemsPerS: number;
}

/** Batches of 50, queued one after another; then the time until nothing waits. The drain counts from the first request. */
export async function retainAsync(api: Api, bank: string, items: readonly Item[]): Promise<AsyncRetain> {
  const acks: number[] = [];
  const started = performance.now();
  for (let at = 0; at < items.length; at += BATCH) {
    const { ms } = await api.call("POST", bankPath(bank, "/memories"), { items: items.slice(at, at + BATCH), async: true });
    acks.push(ms);
  }
  const acknowledged = performance.now() - started;
  await drained(api, bank);
  const total = performance.now() - started;
  return {
    items: items.length,
    ackItemsPerS: round(items.length / (acknowledged / 1000)),
    ackMs: spread(acks),
    drainItemsPerS: round(items.length / (total / 1000)),
  };
}

export interface SyncRetain {
  readonly ms: Spread;
  /** How many of the calls were answered before their vector was there (must be 0 for the figure to include it). */
  readonly withoutVector: number;
}

/** One item a request, one request after another. */
export async function retainSync(api: Api, bank: string, items: readonly Item[]): Promise<SyncRetain> {
  const times: number[] = [];
  let withoutVector = 0;
  for (const item of items) {
    const { ms, body } = await api.call<{ receipt?: { pending_embeddings?: number } | null }>("POST", bankPath(bank, "/memories"), {
      items: [item],
      async: false,
    });
    times.push(ms);
    if ((body.receipt?.pending_embeddings ?? 0) > 0) withoutVector += 1;
  }
  return { ms: spread(times), withoutVector };
}

/** Distinct queries, one after another, after a few others that warm caches of code and not of answers. */
export async function recallLatency(api: Api, bank: string, queries: readonly string[], budget: string): Promise<Spread> {
  for (const query of queries.slice(0, 5)) await api.call("POST", bankPath(bank, "/memories/recall"), { query: `${query} please`, budget });
  const times: number[] = [];
  for (const query of queries) {
    const { ms } = await api.call("POST", bankPath(bank, "/memories/recall"), { query, budget });
    times.push(ms);
  }
  return spread(times);
}

/** Distinct questions, one after another, to a model that answers at once: what is left is the server's own work, two searches among it. */
export async function reflectLatency(api: Api, bank: string, queries: readonly string[]): Promise<Spread> {
  const times: number[] = [];
  for (const [place, query] of queries.entries()) {
    const { ms } = await api.call("POST", bankPath(bank, "/reflect"), { query });
    if (place >= 5) times.push(ms); // the first ones warm caches of code
  }
  return spread(times);
}

export interface ModelReading {
  readonly one: Spread;
  /** All of them, by their names. */
  readonly list: Spread;
  /** False when no refresh came through: then each read looks at every memory. */
  readonly refreshed: boolean;
}

const MODELS = 20;
const READINGS = 200;

/** Twenty mental models, read one after another and listed, once their first refresh is through and one memory more makes them stale. */
export async function modelReading(api: Api, bank: string): Promise<ModelReading> {
  const ids = Array.from({ length: MODELS }, (_, n) => `bench-${n}`);
  for (const id of ids)
    await api.call("POST", bankPath(bank, "/mental-models"), { id, name: id, source_query: "What is known of the project?" });
  const refreshed = await firstRefreshes(api, bank, ids);
  await api.call("POST", bankPath(bank, "/memories"), { items: [{ content: "Zoe: The project has news." }], async: false });
  const [one, list]: [number[], number[]] = [[], []];
  for (let n = -20; n < READINGS; n += 1) {
    const read = await api.call("GET", bankPath(bank, `/mental-models/${ids[Math.abs(n) % MODELS]}`));
    if (n >= 0) one.push(read.ms); // the first ones warm caches of code
    if (n % 4 === 0) {
      const page = await api.call("GET", bankPath(bank, "/mental-models"));
      if (n >= 0) list.push(page.ms);
    }
  }
  for (const id of ids) await api.call("DELETE", bankPath(bank, `/mental-models/${id}`));
  return { one: spread(one), list: spread(list), refreshed };
}

/** Waits a while for the first refresh of each; false when one has not come through. */
async function firstRefreshes(api: Api, bank: string, ids: readonly string[]): Promise<boolean> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { body } = await api.call<{ items: readonly { id: string; last_refreshed_at: string | null }[] }>(
      "GET",
      bankPath(bank, "/mental-models"),
    );
    if (body.items.filter((item) => ids.includes(item.id) && item.last_refreshed_at !== null).length === ids.length) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

export interface Throughput {
  readonly clients: number;
  readonly perS: number;
  readonly ms: Spread;
}

/** `clients` callers at once for `seconds`. */
export async function recallThroughput(
  api: Api,
  bank: string,
  queries: readonly string[],
  clients: number,
  seconds: number,
): Promise<Throughput> {
  const times: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  let next = 0; // one for all: a question that was asked before has its vector in the server's memory
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const query = queries[next++ % queries.length];
        const { ms } = await api.call("POST", bankPath(bank, "/memories/recall"), { query, budget: "mid" });
        times.push(ms);
      }
    }),
  );
  return { clients, perS: round(times.length / ((performance.now() - started) / 1000)), ms: spread(times) };
}
