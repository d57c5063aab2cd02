// The embedded database: PGlite in a worker thread, behind the same door as a PostgreSQL server.
// In: a folder. Out: a Database whose writes are on disk when they are acknowledged.
// One process per folder (folder-lock.ts), one backend, a deadline on every call with a restart behind it.

import type { Logger } from "pino";
import type { Capabilities, Database, DatabaseHealth, Db, QueryResult, Statement } from "../db.js";
import { encodeValue } from "../values.js";
import { lockFolder } from "./folder-lock.js";
import { preparedStatements } from "./prepared.js";
import { ensureFolder } from "./template.js";
import { turnstile } from "./turnstile.js";
import { type Answer, readAnswer, scriptMessage, statementMessage } from "./wire.js";
import { startLife, unavailable, type WorkerLife } from "./worker-life.js";

export interface EmbeddedOptions {
  /** The folder of this database alone. */
  readonly folder: string;
  readonly log?: Logger;
  readonly deadlineMs?: number;
  readonly startDeadlineMs?: number;
  /** The worker's entry file; only tests give one. */
  readonly workerEntry?: URL;
}

/** A running backend and what belongs to its life: another life knows none of its prepared statements or transactions. */
interface Session {
  readonly life: WorkerLife;
  readonly prepared: ReturnType<typeof preparedStatements>;
  isOver: boolean;
}

export async function openEmbedded(options: EmbeddedOptions, capabilities: () => Capabilities): Promise<Database> {
  const { folder, log, deadlineMs = 30_000, startDeadlineMs = 120_000 } = options;
  const lock = await lockFolder(folder);
  let isClosed = false;
  let session = await firstSession();

  async function firstSession(): Promise<Session> {
    try {
      ensureFolder(folder);
      const first = newSession();
      await first.life.ready;
      return first;
    } catch (error) {
      isClosed = true;
      lock.release();
      throw error;
    }
  }

  function newSession(): Session {
    const entry = options.workerEntry === undefined ? {} : { entry: options.workerEntry };
    const life = startLife({ folder, deadlineMs, startDeadlineMs, ...entry }, (reason) => {
      made.isOver = true;
      if (!isClosed) log?.error({ err: reason }, "the embedded database ended and starts again with the next call");
    });
    const made: Session = { life, prepared: preparedStatements(), isOver: false };
    return made;
  }

  /** The running session; a new one when the last has ended. */
  function current(): Session {
    if (isClosed) throw unavailable("The database is closed.");
    if (session.isOver) session = newSession();
    return session;
  }

  async function run(on: Session, message: Uint8Array<ArrayBuffer>, columns: Answer["columns"] = null): Promise<Answer> {
    const answer = readAnswer(await on.life.send(message), columns);
    if (!answer.complete) {
      // A backend that crashed keeps answering, with nothing in it.
      const reason = unavailable("The embedded database broke off its answer and was restarted. Try again.", answer.error ?? undefined);
      on.life.end(reason);
      throw reason;
    }
    return answer;
  }

  async function runStatement<Row>(on: Session, statement: Statement): Promise<QueryResult<Row>> {
    const plan = on.prepared.plan(statement.text);
    const values = statement.values.map(encodeValue);
    const text = plan.needsParse ? statement.text : null;
    const answer = await run(on, statementMessage({ name: plan.name, text, values, drop: plan.drop }), plan.columns);
    on.prepared.settle(statement.text, plan, answer.parsed, answer.columns);
    if (answer.error !== null) throw traced(answer.error);
    return { rows: answer.rows as Row[], affected: answer.affected };
  }

  async function runScript(on: Session, text: string): Promise<Answer> {
    const answer = await run(on, scriptMessage(text));
    if (answer.error !== null) throw traced(answer.error);
    return answer;
  }

  const gate = turnstile(deadlineMs);
  const database: Database = {
    async query<Row>(statement: Statement) {
      if (!gate.isFree) await gate.pass();
      return runStatement<Row>(current(), statement);
    },
    async script(text) {
      const leave = await gate.enter();
      try {
        await runScript(current(), text);
      } finally {
        leave();
      }
    },
    async transaction(work) {
      const leave = await gate.enter();
      try {
        return await runTransaction(current(), work);
      } finally {
        leave();
      }
    },
    get capabilities() {
      return capabilities();
    },
    async health(): Promise<DatabaseHealth> {
      const started = performance.now();
      if (!gate.isFree) await gate.pass();
      const acquireMs = performance.now() - started;
      const nonce = Math.floor(Math.random() * 1e6);
      const { rows } = await runStatement<{ answer: number }>(current(), { text: "SELECT $1::int * 2 + 1 AS answer", values: [nonce] });
      if (rows[0]?.answer !== nonce * 2 + 1) throw unavailable("The embedded database answers wrongly. Restart the server.");
      return { acquireMs, poolWaiting: 0, poolInUse: 0, poolMax: 1, poolIdle: 1 };
    },
    async close() {
      if (isClosed) return;
      const leave = await gate.enter();
      isClosed = true;
      try {
        if (!session.isOver) await session.life.shutDown();
      } finally {
        leave();
        lock.release();
      }
    },
  };
  return database;

  async function runTransaction<T>(on: Session, work: (tx: Db) => Promise<T>): Promise<T> {
    let isOpen = true;
    await runScript(on, "BEGIN");
    try {
      const result = await work({
        async query<Row>(statement: Statement) {
          if (!isOpen) throw new Error("This transaction has ended.");
          return runStatement<Row>(on, statement);
        },
      });
      isOpen = false;
      const { tag } = await runScript(on, "COMMIT");
      // After a failed statement that the work swallowed, COMMIT is answered with ROLLBACK.
      if (tag !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it failed and its error was ignored.");
      return result;
    } catch (error) {
      isOpen = false;
      if (!on.isOver) await runScript(on, "ROLLBACK");
      throw error;
    }
  }
}

/** The error with the caller's stack: it was made when the answer was read, far from the statement. */
function traced(error: Error): Error {
  Error.captureStackTrace(error, traced);
  return error;
}
