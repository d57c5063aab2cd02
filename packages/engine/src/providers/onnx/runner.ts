// onnx: a local model in a thread of its own, so that the server's thread never waits for a matrix product.
// In: a ModelSpec, then texts or pairs. Out: numbers, in input order; `model_unavailable` when the model cannot be had.
// Loaded on first use; costs nothing while idle; a crashed thread fails what was pending and is started again.

import type { Worker } from "node:worker_threads";
import { HindsightError } from "../../errors.js";
import { startThread } from "../../start-thread.js";
import { nativeGate, shutGate } from "./native-gate.js";
import type { FromModel, Lane, ModelInput, ModelSpec, ModelThreadData } from "./protocol.js";

export interface LoadedModel {
  /** Numbers per input. */
  readonly width: number;
  /** Milliseconds from the thread's first line to a loaded session, checksums included. */
  readonly loadMs: number;
}

export interface ModelRunner {
  /** Loads the model if it is not; resolves when it can run. */
  load(): Promise<LoadedModel>;
  /** `width` numbers per input. Rejects with `request_cancelled` when `signal` fires, at the latest after the running batch. */
  run(lane: Lane, inputs: readonly ModelInput[], signal?: AbortSignal): Promise<{ readonly values: Float32Array; readonly width: number }>;
  /** Fails what is pending and ends the thread. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (values: Float32Array) => void;
  readonly reject: (error: HindsightError) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly loaded: Promise<LoadedModel>;
  readonly pending: Map<number, Pending>;
  /** Lets the running batch finish, then the thread is gone. */
  end(): Promise<void>;
  /** Why the thread is gone, or null while it runs. */
  failure(): HindsightError | null;
  fail(error: HindsightError): void;
}

/** After so many threads in a row that died without an answer, the model counts as broken: starting it for ever would help nobody. */
const MOST_DEATHS = 2;

/** Loading takes up to a second, a batch less than a tenth; both more on a busy machine. */
const LONGEST_BATCH_MS = 10_000;

/** `name` is for messages: "the encoder e5-small-v2-int8". */
export function modelRunner(name: string, spec: ModelSpec): ModelRunner {
  let thread: Thread | null = null;
  let deaths = 0;
  let lastDeath: HindsightError | null = null;
  let closed = false;
  let nextId = 1;

  function current(): Thread {
    if (closed) throw new HindsightError("model_unavailable", `${name} is closed.`);
    if (thread !== null) return thread;
    if (deaths >= MOST_DEATHS) throw lastDeath ?? new HindsightError("model_unavailable", `${name} is not running.`);
    const started = openThread(name, spec, {
      answered: () => {
        deaths = 0;
      },
      died: (error) => {
        deaths++;
        lastDeath = error;
        if (thread === started) thread = null;
      },
    });
    thread = started;
    return started;
  }

  return {
    load: async () => await current().loaded,
    async run(lane, inputs, signal) {
      throwIfCancelled(signal);
      const on = current();
      const { width } = await untilCancelled(on.loaded, signal);
      // It may have died, or been closed, while we waited: nobody would ever answer then.
      const gone = on.failure();
      if (gone !== null) throw gone;
      const id = nextId++;
      const answer = new Promise<Float32Array>((resolve, reject) => on.pending.set(id, { resolve, reject }));
      on.worker.ref();
      on.worker.postMessage({ kind: "run", id, lane, inputs });
      try {
        return { values: await untilCancelled(answer, signal, () => on.worker.postMessage({ kind: "cancel", id })), width };
      } finally {
        on.pending.delete(id);
        if (on.pending.size === 0) on.worker.unref();
      }
    },
    async close() {
      closed = true;
      const last = thread;
      thread = null;
      if (last === null) return;
      last.fail(new HindsightError("model_unavailable", `${name} was closed.`));
      await last.end();
    },
  };
}

function openThread(
  name: string,
  spec: ModelSpec,
  report: { readonly answered: () => void; readonly died: (error: HindsightError) => void },
): Thread {
  const gate = nativeGate();
  const worker = startThread(import.meta.url, "worker", {
    workerData: { spec, gate } satisfies ModelThreadData,
    name: "hindsight-model",
    resourceLimits: { maxOldGenerationSizeMb: spec.maxHeapMb ?? 512 },
  });
  const pending = new Map<number, Pending>();
  let loaded: (model: LoadedModel) => void;
  let failedToLoad: (error: HindsightError) => void;
  const loading = new Promise<LoadedModel>((resolve, reject) => {
    loaded = resolve;
    failedToLoad = reject;
  });
  // Whoever waits for the load hears of its failure; when nobody does, the next call reports it.
  loading.catch(() => undefined);

  let failure: HindsightError | null = null;
  function fail(error: HindsightError): void {
    if (failure !== null) return;
    failure = error;
    failedToLoad(error);
    for (const call of pending.values()) call.reject(error);
    pending.clear();
    report.died(error);
  }

  worker.on("message", (message: FromModel) => {
    if (message.kind === "ready") {
      worker.unref();
      loaded({ width: message.width, loadMs: message.loadMs });
    } else if (message.kind === "load-failed") {
      fail(new HindsightError("model_unavailable", `${name} could not be loaded: ${message.message}.`));
    } else {
      report.answered();
      const call = pending.get(message.id);
      if (message.kind === "done") call?.resolve(message.values);
      else call?.reject(new HindsightError("model_unavailable", `${name} failed on this input: ${message.message}.`));
    }
  });
  worker.on("error", (cause) => fail(new HindsightError("model_unavailable", `${name} crashed; the call can be repeated.`, { cause })));
  const shut = (): void => shutGate(gate, LONGEST_BATCH_MS);
  process.once("exit", shut);
  const ended = new Promise<void>((resolve) => {
    worker.on("exit", (code) => {
      process.off("exit", shut);
      fail(new HindsightError("model_unavailable", `${name} ended with code ${code}; the call can be repeated.`));
      resolve();
    });
  });
  async function end(): Promise<void> {
    worker.ref();
    worker.postMessage({ kind: "close" });
    // A thread that hangs inside native code is given up; ended by force, it may take the process with it.
    const timer = setTimeout(() => void worker.terminate(), LONGEST_BATCH_MS);
    await ended;
    clearTimeout(timer);
  }
  return { worker, loaded: loading, pending, end, failure: () => failure, fail };
}

function cancelled(signal: AbortSignal): HindsightError {
  if (signal.reason instanceof HindsightError) return signal.reason;
  return new HindsightError("request_cancelled", "The call was cancelled.", { cause: signal.reason });
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal);
}

/** Settles as `work` does, or rejects as soon as `signal` fires; `onCancel` then tells the other side. */
async function untilCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined, onCancel: () => void = () => undefined): Promise<T> {
  if (signal === undefined) return await work;
  throwIfCancelled(signal);
  let stop: () => void = () => undefined;
  const abandoned = new Promise<never>((_, reject) => {
    stop = () => {
      onCancel();
      reject(cancelled(signal));
    };
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
