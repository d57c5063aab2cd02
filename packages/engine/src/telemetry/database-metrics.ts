import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { DatabaseHealth } from "../store/db.js";

/** Time that one answer of the database may hold up a scrape, in milliseconds. */
const PATIENCE_MS = 2_000;

/** The connection pool, as its state is at each scrape. The embedded database is a pool of one. */
export function databaseMetrics(registry: Registry, health: () => Promise<DatabaseHealth>): { refresh(): Promise<void> } {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name: `hindsight_db_pool_${name}`, help, registers });
  const size = gauge("size", "Connections that are open.");
  const idle = gauge("idle", "Connections that wait for work.");
  const least = gauge("min", "Connections that are kept open.");
  const most = gauge("max", "Connections at most.");
  const waiting = gauge("waiting", "Calls that wait for a connection.");
  const acquire = new Histogram({
    name: "hindsight_db_pool_acquire_wait_seconds",
    help: "Wait for a connection, sampled at each scrape.",
    registers,
  });
  const failures = new Counter({
    name: "hindsight_db_health_failures_total",
    help: "Scrapes at which the database did not answer.",
    registers,
  });

  return {
    async refresh() {
      try {
        const state = await withPatience(health());
        size.set(state.poolInUse + state.poolIdle);
        idle.set(state.poolIdle);
        least.set(0);
        most.set(state.poolMax);
        waiting.set(state.poolWaiting);
        acquire.observe(state.acquireMs / 1000);
      } catch {
        failures.inc(); // metrics must be readable above all when the database is not; /health says what is wrong
      }
    },
  };
}

/** The answer, or an error when it takes so long that a scrape would fail. */
export async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database did not answer in time.")), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
