// Upkeep of the embedded database: what the checkpointer and the autovacuum daemon do on a server, which a single-user backend lacks.
// In: the news that something was written. Out: checkpoints, fresh statistics and vacuumed tables, between the statements of others.
//
// Measured at 10,000 memories (CPU time): CHECKPOINT up to 110 ms, ANALYZE of all tables 320 ms, VACUUM of all 230 ms. Without checkpoints
// the log grows without end and a reopening after a crash replays all of it (60 MB: 1 s of CPU); without statistics a cached plan goes on
// scanning a table that was empty when it was made. PostgreSQL's own counters (pg_stat_user_tables) stay at zero in single-user mode, so
// tables are judged by size, and writes are counted here.

import type { Logger } from "pino";
import { HindsightError } from "../../errors.js";
import { type Database, type Statement, sql } from "../db.js";

export interface Upkeep {
  /** To be called after each command; `tag` is its command tag ("INSERT 0 5"). */
  wrote(tag: string, rows: number): void;
  /** Ends the timers; a round that runs goes on to its end. */
  stop(): void;
}

const ROUND_MS = 500;
/** Log since the last checkpoint, in bytes, that makes a checkpoint due: at once, or when nobody writes. */
const LOG_AT_ONCE = 16 * 1024 * 1024;
const LOG_WHEN_IDLE = 256 * 1024;
/** Nobody wrote for so long. */
const IDLE_MS = 2000;
/** A table whose file grew by this factor since its last vacuum or analyze is due: at once, or when nobody writes. */
const GROWTH_AT_ONCE = 2;
const GROWTH_WHEN_IDLE = 1.2;
/** Smaller tables, in bytes, need no statistics. */
const SMALL = 64 * 1024;
/** Rows that were updated or deleted, in all, before tables are vacuumed for their dead rows. A deletion may cascade, so it counts more. */
const DEAD_ROWS = 2000;
const DELETION_WEIGHT = 20;

interface TableState {
  /** Quoted where needed. */
  readonly name: string;
  readonly bytes: number;
  /** Size when it was last vacuumed or analysed. */
  readonly known: number;
}

const LOG_BYTES: Statement = sql`SELECT pg_current_wal_insert_lsn() - redo_lsn AS bytes FROM pg_control_checkpoint()`;
const TABLES: Statement = sql`
  SELECT oid::regclass::text AS name, pg_relation_size(oid) AS bytes, relpages::int8 * 8192 AS known
  FROM pg_class
  WHERE relkind = 'r' AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema')`;

const hasEnded = (error: unknown): boolean => error instanceof HindsightError && error.code === "database_unavailable";

export function keepUp(db: Pick<Database, "query" | "script">, log?: Logger): Upkeep {
  let lastWrite = performance.now();
  let deadRows = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function arm(): void {
    if (timer !== undefined || isStopped) return;
    timer = setTimeout(async () => {
      const isDone = await round().catch((error: unknown) => {
        // Upkeep is a service to others: its failure is told, and the next write starts it again. That the database ended has been told by its session.
        if (!isStopped && !hasEnded(error)) log?.warn({ err: error }, "upkeep of the embedded database failed");
        return true;
      });
      timer = undefined;
      if (!isDone) arm();
    }, ROUND_MS);
    timer.unref();
  }

  /** One step of upkeep; true when nothing is left to do until the next write. */
  async function round(): Promise<boolean> {
    const isIdle = performance.now() - lastWrite > IDLE_MS;
    const logBytes = (await db.query<{ bytes: number }>(LOG_BYTES)).rows[0]?.bytes ?? 0;
    if (logBytes > (isIdle ? LOG_WHEN_IDLE : LOG_AT_ONCE)) {
      await db.script("CHECKPOINT");
      return false;
    }
    const { rows: tables } = await db.query<TableState>(TABLES);
    const growth = isIdle ? GROWTH_WHEN_IDLE : GROWTH_AT_ONCE;
    const grown = tables.find(({ bytes, known }) => bytes > SMALL && bytes > known * growth);
    if (grown !== undefined) {
      await db.script(isIdle ? `VACUUM (ANALYZE) ${grown.name}` : `ANALYZE ${grown.name}`);
      return false;
    }
    if (isIdle && deadRows > DEAD_ROWS) {
      deadRows = 0;
      // One table at a time, so that others wait for one table at most.
      for (const { name, bytes } of tables) {
        if (bytes > SMALL && !isStopped) await db.script(`VACUUM (ANALYZE) ${name}`);
      }
      return false;
    }
    return isIdle;
  }

  return {
    wrote(tag, rows) {
      const verb = tag.slice(0, tag.indexOf(" "));
      if (verb !== "INSERT" && verb !== "UPDATE" && verb !== "DELETE" && verb !== "MERGE") return;
      lastWrite = performance.now();
      if (verb === "DELETE") deadRows += rows * DELETION_WEIGHT;
      else if (verb !== "INSERT") deadRows += rows;
      arm();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
