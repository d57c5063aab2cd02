// One life of the database worker: from its start to its end, with a deadline on its start and on each order.

import { HindsightError } from "../../errors.js";
import { startThread } from "../../start-thread.js";
import type { EngineModule } from "./engine-module.js";
import type { Order, Report } from "./serve-backend.js";

/** What the worker's entry finds in `workerData`. */
export interface WorkerInput {
  readonly folder: string;
  /** The compiled engine, shared by all workers of the process. */
  readonly module: EngineModule;
  /** Further arguments for the backend's command line. */
  readonly parameters?: readonly string[];
}

export interface LifeOptions extends WorkerInput {
  /** Longest time one order may run, in milliseconds. */
  readonly deadlineMs: number;
  /** Longest time to start, crash recovery included, in milliseconds. */
  readonly startDeadlineMs: number;
  /** The worker's entry, instead of `worker`; only tests give one. */
  readonly entry?: WorkerEntry;
}

/** A module to start as the worker: its name, and the URL of a module beside it. */
export interface WorkerEntry {
  readonly near: string;
  readonly name: string;
  readonly parameters?: readonly string[];
}

export interface WorkerLife {
  /** Resolves when the backend is up; rejects with `database_unavailable` when it cannot come up. */
  readonly ready: Promise<void>;
  /** Sends one message; answers come in the order of the calls. `limitMs` stands in for the deadline of orders. */
  send(bytes: Uint8Array<ArrayBuffer>, limitMs?: number): Promise<Uint8Array>;
  /** Shuts the backend down in good order: a checkpoint, then the thread ends. */
  shutDown(): Promise<void>;
  /** Kills the thread; whatever waits fails with `reason`. */
  end(reason: HindsightError): void;
}

export function unavailable(message: string, cause?: unknown): HindsightError {
  return new HindsightError("database_unavailable", message, cause === undefined ? {} : { cause });
}

/**
 * Deep enough that PostgreSQL meets its own limit (max_stack_depth) first, which is an error like others; with 64 MB it was the thread that
 * ended in one of two runs. Only what is used of it takes memory.
 */
const STACK_MB = 256;

/** What the backend says of a full disk is a page of its log: it is the cause of what is said here. */
export function notStarted(folder: string, said: string): HindsightError {
  const isFull = said.includes("No space left on device");
  const why = isFull ? "the disk is full. Make room; the next call starts it again, and what was acknowledged is there." : said;
  return unavailable(`The embedded database in ${folder} cannot start: ${why}`, isFull ? new Error(said) : undefined);
}

/** Starts a worker. `onEnd` is called once, when it is gone for a reason other than `shutDown`. */
export function startLife(options: LifeOptions, onEnd: (reason: HindsightError) => void): WorkerLife {
  const { near, name, parameters = [] }: WorkerEntry = options.entry ?? { near: import.meta.url, name: "worker" };
  const workerData: WorkerInput = { folder: options.folder, module: options.module, parameters };
  const worker = startThread(near, name, { workerData, resourceLimits: { stackSizeMb: STACK_MB } });
  const waiting = new Map<number, Call>();
  const up = withResolvers<void>();
  up.promise.catch(() => {}); // whoever sends next reads it; a restart in the background has no reader yet
  let nextId = 1;
  let over: HindsightError | null = null;
  let isUp = false;

  let clock: NodeJS.Timeout | undefined;
  const startClock = (limitMs: number, what: string): void => {
    clearTimeout(clock);
    const expire = (): void => {
      const took = `The embedded database did not ${what} within ${limitMs / 1000} s and was restarted.`;
      end(unavailable(`${took} If this was a write, look whether it happened before you repeat it.`));
    };
    // If this thread was busy, an answer may lie unread behind the timer: it is given a moment to come in.
    clock = setTimeout(() => {
      clock = setTimeout(expire, 100);
    }, limitMs);
  };
  /** Orders run one after another, so the time of the next one starts when the one before it is answered. */
  const timeNext = (): void => {
    const next = waiting.values().next().value;
    if (next === undefined) clearTimeout(clock);
    else startClock(next.limitMs, "answer");
  };
  const end = (reason: HindsightError): void => {
    if (over !== null) return;
    over = reason;
    clearTimeout(clock);
    up.reject(reason);
    for (const call of waiting.values()) call.reject(reason);
    waiting.clear();
    void worker.terminate();
    onEnd(reason);
  };

  worker.on("message", (report: Report) => {
    if ("ready" in report) {
      isUp = true;
      timeNext();
      up.resolve();
    } else if ("failed" in report) {
      end(notStarted(options.folder, report.failed));
    } else if ("crashed" in report) {
      end(unavailable(`The embedded database crashed (${report.crashed}) and was restarted. Send other input, or try again.`));
    } else {
      const call = waiting.get(report.id);
      waiting.delete(report.id);
      timeNext();
      call?.resolve(report.bytes);
    }
  });
  worker.on("error", (error) => end(unavailable(`The embedded database stopped (${error.message}) and was restarted. Try again.`, error)));
  worker.on("exit", (code) => end(unavailable(`The embedded database stopped (exit ${code}) and was restarted. Try again.`)));
  startClock(options.startDeadlineMs, "start");

  const post = (order: (id: number) => Order, limitMs: number): Promise<Uint8Array> => {
    if (over !== null) return Promise.reject(over);
    const id = nextId++;
    const call = { ...withResolvers<Uint8Array>(), limitMs };
    waiting.set(id, call);
    if (isUp && waiting.size === 1) timeNext();
    worker.postMessage(order(id));
    return call.promise;
  };
  return {
    ready: up.promise,
    send: (bytes, limitMs = options.deadlineMs) => post((id) => ({ id, bytes }), limitMs),
    async shutDown() {
      await post((id) => ({ id, close: true }), options.startDeadlineMs);
      over = unavailable("The embedded database is closed.");
      clearTimeout(clock);
      await worker.terminate();
    },
    end,
  };
}

interface Call extends PromiseWithResolvers<Uint8Array> {
  readonly limitMs: number;
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
