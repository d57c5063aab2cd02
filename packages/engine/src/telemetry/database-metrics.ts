import type { Logger } from "pino";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { DatabaseHealth } from "../store/db.js";
import { WAIT_SECONDS } from "./bounds.js";

/** Time that one answer of the database may hold up a scrape, in milliseconds. */
const PATIENCE_MS = 2_000;

export interface DatabaseMetrics {
  refresh(): Promise<void>;
  /** Notes the wait of one piece of work for its connection. */
  acquired(milliseconds: number): void;
}

/** The connection pool, as its state is at each scrape, and every wait for a connection. The embedded database is a pool of one. */
export function databaseMetrics(registry: Registry, health: () => Promise<DatabaseHealth>, log: Pick<Logger, "warn">): DatabaseMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name: `hindsight_db_pool_${name}`, help, registers });
  const size = gauge("size", "Connections that are open.");
  const idle = gauge("idle", "Connections that wait for work.");
  const least = gauge("min", "Connections that are kept open.");
  const most = gauge("max", "Connections at most.");
  const waiting = gauge("waiting", "Calls that wait for a connection.");
  const acquire = new Histogram({
    name: "hindsight_db_pool_acquire_wait_seconds",
    help: "Waits for a connection.",
    buckets: WAIT_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: "hindsight_db_health_failures_total",
    help: "Scrapes at which the state of the database could not be read.",
    registers,
  });

  return {
    acquired: (milliseconds) => acquire.observe(milliseconds / 1000),
    async refresh() {
      try {
        const state = await withPatience(health());
        size.set(state.poolInUse + state.poolIdle);
        idle.set(state.poolIdle);
        least.set(0);
        most.set(state.poolMax);
        waiting.set(state.poolWaiting);
      } catch (error) {
        failures.inc(); // metrics must be readable above all when the database is not
        log.warn({ err: error }, "the state of the database could not be read for the metrics");
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
