// A session with the embedded backend: statements in, rows out. It lives as long as its worker; another session knows none of its
// prepared statements and transactions.

import type { Logger } from "pino";
import type { QueryResult, Statement } from "../db.js";
import { diskFull } from "../disk-full.js";
import { encodeValue } from "../values.js";
import { preparedStatements } from "./prepared.js";
import { type Answer, type Column, readAnswer, scriptMessage, statementMessage } from "./wire.js";
import { type LifeOptions, startLife, unavailable } from "./worker-life.js";

export interface Session {
  /** Resolves when the backend is up; rejects with `database_unavailable`. */
  readonly ready: Promise<void>;
  /** True once the worker is gone, for whatever reason. */
  readonly isOver: boolean;
  query<Row>(statement: Statement): Promise<QueryResult<Row>>;
  /** Runs a script and returns the command tag of its last command. `limitMs` stands in for the deadline. */
  script(text: string, limitMs?: number): Promise<string>;
  shutDown(): Promise<void>;
}

export interface SessionOptions extends LifeOptions {
  readonly log?: Logger;
  /** Told of each command that ran: its tag and its rows. */
  readonly onCommand: (tag: string, rows: number) => void;
}

export function startSession(options: SessionOptions): Session {
  let isOver = false;
  let wasUp = false;
  const life = startLife(options, (reason) => {
    isOver = true;
    // One that cannot start is the operator's trouble; of one that ended the caller whose call it was is told, and the next call starts it again.
    if (wasUp) options.log?.warn({ reason: reason.message }, "the embedded database ended; the next call starts it again");
    else options.log?.error({ err: reason }, "the embedded database did not start; the next call tries again");
  });
  life.ready.then(
    () => {
      wasUp = true;
    },
    () => undefined, // whoever waits for it is told
  );
  const prepared = preparedStatements();

  async function run(message: Uint8Array<ArrayBuffer>, columns: readonly Column[] | null, limitMs?: number): Promise<Answer> {
    const answer = readAnswer(await life.send(message, limitMs), columns);
    if (answer.complete) {
      if (answer.error === null) options.onCommand(answer.tag, answer.affected);
      return answer;
    }
    // A backend that crashed keeps answering, with nothing in it.
    const reason = unavailable("The embedded database broke off its answer and was restarted. Try again.", answer.error ?? undefined);
    life.end(reason);
    throw reason;
  }

  return {
    ready: life.ready,
    get isOver() {
      return isOver;
    },
    async query<Row>(statement: Statement) {
      const plan = prepared.plan(statement.text);
      const text = plan.needsParse ? statement.text : null;
      const message = statementMessage({ name: plan.name, text, values: statement.values.map(encodeValue), drop: plan.drop });
      const answer = await run(message, plan.columns);
      prepared.settle(statement.text, plan, answer.parsed, answer.columns);
      if (answer.error !== null) throw traced(answer.error);
      return { rows: answer.rows as Row[], affected: answer.affected };
    },
    async script(text, limitMs) {
      const answer = await run(scriptMessage(text), null, limitMs);
      if (answer.error !== null) throw traced(answer.error);
      return answer.tag;
    },
    async shutDown() {
      if (isOver) return;
      isOver = true;
      await life.shutDown();
    },
  };
}

/** The error with the caller's stack: it was made when the answer was read, far from the statement. */
function traced(error: Error): Error {
  const failure = diskFull(error) ?? error;
  Error.captureStackTrace(failure, traced);
  return failure;
}
