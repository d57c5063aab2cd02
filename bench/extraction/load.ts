// Loading a bank: batches of items, retained synchronously by some clients at once.
// In: a client of the API, a bank, items without end, a stretch. Out: facts a second, processor time a fact, times of the batches.

import { performance } from "node:perf_hooks";
import { type Api, bankPath, drained, type Stats } from "../lib/api.js";
import type { CpuClock } from "../lib/processes.js";
import { round, type Spread, spread } from "../lib/results.js";
import { ratios, type Stretch } from "./bands.js";
import type { ExtractionItem } from "./items.js";

export const BATCH = 10;

export interface Loaded extends Stretch {
  readonly facts: number;
  readonly items: number;
  readonly characters: number;
  /** By the time in which the requests were answered. */
  readonly answeredFactsPerS: number;
  /** With the wait until every vector is there: what the ratio is of, since the reference answers when they are. */
  readonly factsPerS: number;
  /** Of the server and the database; null where it cannot be read. */
  readonly cpuMsPerFact: number | null;
  readonly batchMs: Spread;
  readonly ratio: ReturnType<typeof ratios>;
}

/** Observations off: what consolidation costs is no part of a retain. */
export async function openBank(api: Api, bank: string): Promise<void> {
  await api.call("PUT", bankPath(bank), { name: bank });
  await api.call("PATCH", bankPath(bank, "/config"), { updates: { enable_observations: false } });
}

/** Facts in a bank, observations not counted. */
export async function factsOf(api: Api, bank: string): Promise<number> {
  const { body } = await api.call<Stats>("GET", bankPath(bank, "/stats?refresh=true"));
  return countFacts(body);
}

export function countFacts({ nodes_by_fact_type: kinds }: Pick<Stats, "nodes_by_fact_type">): number {
  return Object.entries(kinds).reduce((sum, [kind, count]) => (kind === "observation" ? sum : sum + count), 0);
}

/** Batches a client between two counts of the facts. */
const ROUNDS = 8;

/** How the next block is cut: as many items as should make the facts that are missing, at most `ROUNDS` batches a client. */
export function nextBlock(missing: number, factsPerItem: number, clients: number): { readonly batches: number; readonly size: number } {
  const perBatch = factsPerItem * BATCH;
  if (missing <= perBatch) return { batches: 1, size: Math.max(1, Math.floor(missing / factsPerItem)) };
  return { batches: Math.max(1, Math.min(ROUNDS * clients, Math.floor(missing / perBatch))), size: BATCH };
}

/** Loads until the bank has `stretch.to` facts. Throws when a block adds none, as with a model that finds nothing. */
export async function load(
  api: Api,
  bank: string,
  items: Iterator<ExtractionItem, never>,
  stretch: Stretch,
  clock: CpuClock,
): Promise<Loaded> {
  const { clients } = stretch;
  const before = await factsOf(api, bank);
  const cpuBefore = await clock.read();
  const times: number[] = [];
  let [facts, sent, characters, answeredMs, factsPerItem] = [before, 0, 0, 0, 14];
  while (facts < stretch.to) {
    const { batches, size } = nextBlock(stretch.to - facts, factsPerItem, clients);
    const block = Array.from({ length: batches }, () => Array.from({ length: size }, () => items.next().value));
    const started = performance.now();
    times.push(...(await retainBlock(api, bank, block, clients)));
    answeredMs += performance.now() - started;
    sent += batches * size;
    characters += block.flat().reduce((sum, item) => sum + item.content.length, 0);
    const now = await factsOf(api, bank);
    if (now === facts) throw new Error(`${batches * size} items made no fact; does the model answer?`);
    factsPerItem = Math.max(1, (now - facts) / (batches * size));
    facts = now;
  }
  const drainMs = await drained(api, bank);
  const cpuAfter = await clock.read();
  const made = facts - before;
  const factsPerS = round(made / ((answeredMs + drainMs) / 1000));
  const cpuMsPerFact = cpuBefore === null || cpuAfter === null ? null : round((cpuAfter - cpuBefore) / made, 2);
  return {
    ...stretch,
    facts: made,
    items: sent,
    characters,
    answeredFactsPerS: round(made / (answeredMs / 1000)),
    factsPerS,
    cpuMsPerFact,
    batchMs: spread(times),
    ratio: ratios(stretch.from, factsPerS, cpuMsPerFact),
  };
}

async function retainBlock(
  api: Api,
  bank: string,
  block: readonly (readonly ExtractionItem[])[],
  clients: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const rest = block.values(); // one iterator for all clients: each takes the next
  const client = async (): Promise<void> => {
    for (const items of rest) times.push((await api.call("POST", bankPath(bank, "/memories"), { items, async: false })).ms);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}
