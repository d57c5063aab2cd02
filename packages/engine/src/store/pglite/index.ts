// The embedded database: PGlite in a worker thread, behind the same door as a PostgreSQL server.
// In: a folder. Out: a Database whose writes are on disk when they are acknowledged.
// One process per folder (folder-lock.ts), one backend, a deadline on every call with a restart behind it (worker-life.ts).

import { dirname } from "node:path";
import type { Logger } from "pino";
import { HindsightError } from "../../errors.js";
import { type Capabilities, type Database, type Db, type Statement, sql } from "../db.js";
import { enterSchema, notEntered } from "../enter-schema.js";
import { engineModule } from "./engine-module.js";
import { lockFolder } from "./folder-lock.js";
import { type Session, startSession } from "./session.js";
import { serveSnapshots } from "./snapshot.js";
import { ensureFolder } from "./template.js";
import { turnstile } from "./turnstile.js";
import { keepUp } from "./upkeep.js";
import { unavailable, type WorkerEntry } from "./worker-life.js";

export interface EmbeddedOptions {
  /** The folder of this database alone. */
  readonly folder: string;
  readonly log?: Logger;
  /** Longest time one command may run, in milliseconds. */
  readonly deadlineMs?: number;
  /** Longest time to start, crash recovery included, in milliseconds. */
  readonly startDeadlineMs?: number;
  readonly onAcquired?: (milliseconds: number) => void;
  /** The worker's entry; only tests give one. */
  readonly workerEntry?: WorkerEntry;
}

/** What is long by nature, as building an index, may take this long, in milliseconds: the longest that a timer of Node takes. */
const SCRIPT_DEADLINE_MS = 2_147_483_647;

export async function openEmbedded(options: EmbeddedOptions, capabilities: () => Capabilities): Promise<Database> {
  const { folder, log, deadlineMs = 30_000, startDeadlineMs = 120_000, onAcquired } = options;
  const gate = turnstile(deadlineMs);
  let isClosed = false;

  const start = (): Session =>
    startSession({
      folder,
      module,
      deadlineMs,
      startDeadlineMs,
      onCommand: (tag, rows) => upkeep.wrote(tag, rows),
      ...(log && { log }),
      ...(options.workerEntry && { entry: options.workerEntry }),
    });
  /** Runs `work` alone, once it is its turn. */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    return gate.alone(() => {
      onAcquired?.(performance.now() - started);
      return work();
    });
  }
  /** The running session; a new one when the last has ended. */
  const current = (): Session => {
    if (isClosed) throw unavailable("The database is closed.");
    if (session.isOver) session = start();
    return session;
  };

  /** The schema that a session is in; one that is not here is in that of the start. */
  const entered = new WeakMap<Session, string | null>();
  const isIn = (running: Session, schema: string | null): boolean => (entered.get(running) ?? null) === schema;
  /** The running session in that schema. To be called alone: whatever is sent meanwhile would be in either. */
  async function inside(schema: string | null): Promise<Session> {
    const running = current();
    if (!isIn(running, schema)) {
      try {
        await running.query(enterSchema(schema));
      } catch (error) {
        throw notEntered(error, schema);
      }
      entered.set(running, schema);
    }
    return running;
  }

  /** Copies while nobody writes; what was written before is in the files. */
  function copyStill(copy: () => Promise<void>): Promise<void> {
    return alone(async () => {
      await current().script("CHECKPOINT", SCRIPT_DEADLINE_MS);
      await copy();
    });
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    upkeep.stop();
    await snapshots.stop();
    try {
      await gate.alone(async () => {
        isClosed = true;
        await session.shutDown();
      });
    } finally {
      lock.release();
    }
  }

  function view(schema: string | null, closing: () => Promise<void>): Database {
    return {
      async query<Row>(statement: Statement) {
        const started = performance.now();
        const answer = await gate.pass(async () => {
          onAcquired?.(performance.now() - started);
          const running = current();
          return isIn(running, schema) ? running.query<Row>(statement) : null;
        });
        return answer ?? alone(async () => (await inside(schema)).query<Row>(statement));
      },
      script: (text, settings = {}) =>
        alone(async () => {
          const running = await inside(schema);
          for (const [name, value] of Object.entries(settings)) await running.query(sql`SELECT set_config(${name}, ${value}, false)`);
          try {
            await running.script(text, SCRIPT_DEADLINE_MS);
          } finally {
            if (!running.isOver) for (const name of Object.keys(settings)) await running.script(`RESET ${name}`);
          }
        }),
      transaction: (work) => alone(async () => runTransaction(await inside(schema), work)),
      inSchema: (name) => view(name, async () => undefined),
      get capabilities() {
        return capabilities();
      },
      async health() {
        const started = performance.now();
        let acquireMs = 0;
        const nonce = Math.floor(Math.random() * 1e6);
        const { rows } = await gate.pass(() => {
          acquireMs = performance.now() - started;
          return current().query<{ answer: number }>({ text: "SELECT $1::int * 2 + 1 AS answer", values: [nonce] });
        });
        if (rows[0]?.answer !== nonce * 2 + 1) throw unavailable("The embedded database answers wrongly. Restart the server.");
        const poolInUse = gate.isFree ? 0 : 1;
        return { acquireMs, poolWaiting: gate.waiting, poolInUse, poolMax: 1, poolIdle: 1 - poolInUse };
      },
      close: closing,
    };
  }
  const database = view(null, close);

  const module = await engineModule();
  const lock = await lockFolder(folder).catch((error: unknown) => {
    throw unusable(folder, error);
  });
  const upkeep = keepUp(database, log);
  const snapshots = serveSnapshots(folder, copyStill, log);
  let session: Session;
  try {
    await ensureFolder(folder);
    session = start();
    await session.ready;
  } catch (error) {
    upkeep.stop();
    await snapshots.stop();
    lock.release();
    throw unusable(folder, error);
  }
  return database;
}

/** A refusal of the file system (no rights, no room, not a folder) in our words; other errors as they are. */
function unusable(folder: string, error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof HindsightError || code === undefined || syscall === undefined) return error;
  return new HindsightError(
    "configuration_invalid",
    `The data folder ${dirname(folder)} cannot be used (${message}). Make room or give rights, or set HINDSIGHT_DATA_DIR to another folder.`,
    { cause: error },
  );
}

async function runTransaction<T>(session: Session, work: (tx: Db) => Promise<T>): Promise<T> {
  let isOpen = true;
  await session.script("BEGIN");
  try {
    const result = await work({
      async query<Row>(statement: Statement) {
        if (!isOpen) throw new Error("This transaction has ended.");
        return session.query<Row>(statement);
      },
    });
    isOpen = false;
    // After a failed statement that the work swallowed, COMMIT is answered with ROLLBACK.
    const tag = await session.script("COMMIT");
    if (tag !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it failed and its error was ignored.");
    return result;
  } catch (error) {
    isOpen = false;
    if (!session.isOver) await session.script("ROLLBACK");
    throw error;
  }
}
