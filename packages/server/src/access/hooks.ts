// Hooks: what an extension is told behind a call. Nobody waits for one, and none can spoil the call that it is told of.
// In: work of an extension. Out: nothing but a line of the log and a metric for what throws, takes too long or is too much.

import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { Hindsight } from "@hindsight-memory/engine";
import type { HttpLog } from "../http/types.js";

/** After so long a hook counts as late. It is not stopped, since nothing can stop it, and keeps its place. */
const LATE_MS = 10_000;
/** After so long a call is not let in by an extension that says nothing. */
const ANSWER_MS = 30_000;
/** Hooks at work at once; beyond that, calls are told to nobody: an endpoint that hangs must not fill the memory. */
const MOST = 1_000;
/** How long the end of the server waits for hooks that are at work. */
const FAREWELL_MS = 5_000;

export interface Hooks {
  /** Runs a hook when the call has its reply. */
  tell(hook: string, work: () => unknown): void;
  /** Waits for what an extension is asked; an answer that is not there in time is an error. */
  ask<T>(hook: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when no hook is at work, or after five seconds. */
  settled(): Promise<void>;
}

export interface HookParts {
  readonly log: Pick<HttpLog, "warn">;
  readonly note: Hindsight["noteHook"];
  readonly lateMs?: number;
  readonly answerMs?: number;
  readonly most?: number;
}

export function hooks({ log, note, lateMs = LATE_MS, answerMs = ANSWER_MS, most = MOST }: HookParts): Hooks {
  const running = new Set<Promise<void>>();
  let isFull = false;

  async function run(hook: string, work: () => unknown): Promise<void> {
    await turn();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      note(hook, "late");
      log.warn({ hook, afterMs: lateMs }, "a hook of an extension takes long; it is waited for no more");
    }, lateMs);
    timer.unref();
    try {
      await work();
      if (!isLate) note(hook, "ok");
    } catch (error) {
      note(hook, "failed");
      log.warn({ hook, err: error }, "a hook of an extension failed");
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    tell(hook, work) {
      if (running.size >= most) {
        note(hook, "dropped");
        if (!isFull) log.warn({ hook, most }, "too many hooks of an extension are at work; calls are not told until some end");
        isFull = true;
        return;
      }
      isFull = false;
      const run_ = run(hook, work).finally(() => running.delete(run_));
      running.add(run_);
    },
    async ask(hook, work) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          note(hook, "late");
          reject(new Error(`The extension did not answer ${hook} within ${answerMs / 1000} s.`));
        }, answerMs);
      });
      const answer = async () => {
        try {
          return await work();
        } catch (error) {
          note(hook, "failed");
          throw error;
        }
      };
      try {
        return await Promise.race([answer(), late]);
      } finally {
        clearTimeout(timer);
      }
    },
    async settled() {
      await Promise.race([Promise.all(running), wait(FAREWELL_MS, undefined, { ref: false })]);
    },
  };
}
