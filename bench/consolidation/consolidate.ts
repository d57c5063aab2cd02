// One consolidation of all that waits in a bank, over HTTP as a client would ask for it.
// In: a client of the API, a bank whose facts wait, a clock. Out: seconds and processor time for a hundred facts.

import { performance } from "node:perf_hooks";
import { type Api, bankPath, type Stats } from "../lib/api.js";
import type { CpuClock } from "../lib/processes.js";
import { round } from "../lib/results.js";

export interface Consolidated {
  readonly facts: number;
  readonly observations: number;
  readonly seconds: number;
  readonly secondsPer100: number;
  /** Of the server and the database; 0 where it cannot be read. */
  readonly cpuMsPer100: number;
}

interface WaitingStats extends Stats {
  readonly pending_consolidation: number;
}

/** How often it is looked: the resolution of the figure. Each look costs the server a count. */
const LOOK_MS = 100;
const LONGEST_MS = 1_800_000;

/** Switches observations on, asks for a consolidation and waits until no fact and no operation waits. Throws when facts are left or none was there. */
export async function consolidate(api: Api, bank: string, clock: CpuClock): Promise<Consolidated> {
  await api.call("PATCH", bankPath(bank, "/config"), { updates: { enable_observations: true } });
  const facts = (await statsOf(api, bank)).pending_consolidation;
  if (facts === 0) throw new Error(`nothing waits for consolidation in ${bank}`);
  const cpuBefore = await clock.read();
  const started = performance.now();
  await api.call("POST", bankPath(bank, "/consolidate"), {});
  for (;;) {
    const { pending_consolidation: left, operations_by_status: operations = {} } = await statsOf(api, bank);
    if (left + (operations.pending ?? 0) + (operations.processing ?? 0) === 0) break;
    if (operations.failed !== undefined && operations.failed > 0) throw new Error(`a consolidation of ${bank} failed`);
    if (performance.now() - started > LONGEST_MS) throw new Error(`${left} facts of ${bank} still wait`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const seconds = (performance.now() - started) / 1000;
  const cpuAfter = await clock.read();
  const { nodes_by_fact_type: kinds } = await statsOf(api, bank);
  return {
    facts,
    observations: kinds.observation ?? 0,
    seconds: round(seconds, 2),
    secondsPer100: round((seconds / facts) * 100, 3),
    cpuMsPer100: cpuBefore === null || cpuAfter === null ? 0 : round(((cpuAfter - cpuBefore) / facts) * 100, 1),
  };
}

async function statsOf(api: Api, bank: string): Promise<WaitingStats> {
  return (await api.call<WaitingStats>("GET", bankPath(bank, "/stats?refresh=true"))).body;
}
