// An asynchronous retain with a model that takes its time: how many calls are under way at once, and whether progress is visible.
// In: items, the delay of the model. Out: facts a second, calls in flight on average, and what the operation said of itself meanwhile.

import { performance } from "node:perf_hooks";
import { type Api, bankPath, drained } from "../lib/api.js";
import type { ModelServer } from "../lib/model-server.js";
import { round } from "../lib/results.js";
import type { ExtractionItem } from "./items.js";
import { factsOf, openBank } from "./load.js";

interface OperationReply {
  readonly status: string;
  readonly error_message: string | null;
  readonly progress: { readonly stage?: string | null; readonly processed?: number | null; readonly total?: number | null } | null;
}

export interface ProgressSample {
  readonly seconds: number;
  readonly stage: string;
  readonly processed: number;
  readonly total: number;
}

export interface SlowRetain {
  readonly items: number;
  readonly llmMs: number;
  readonly facts: number;
  readonly calls: number;
  readonly acceptedMs: number;
  readonly seconds: number;
  readonly factsPerS: number;
  readonly callsInFlight: number;
  readonly progress: readonly ProgressSample[];
}

const LOOK_MS = 100;
const ENDED = new Set(["completed", "failed", "cancelled"]);

/** Throws when the operation does not complete. */
export async function slowRetain(
  api: Api,
  model: ModelServer,
  bank: string,
  items: readonly ExtractionItem[],
  llmMs: number,
): Promise<SlowRetain> {
  await openBank(api, bank);
  const before = (await model.calls())["chat:facts"]?.calls ?? 0;
  const started = performance.now();
  const accepted = await api.call<{ operation_id: string }>("POST", bankPath(bank, "/memories"), { items, async: true });
  const progress: ProgressSample[] = [];
  for (;;) {
    const { body } = await api.call<OperationReply>("GET", bankPath(bank, `/operations/${accepted.body.operation_id}`));
    const { stage, processed, total } = body.progress ?? {};
    const sample = {
      seconds: round((performance.now() - started) / 1000, 2),
      stage: stage ?? "",
      processed: processed ?? 0,
      total: total ?? 0,
    };
    if (isNews(progress.at(-1), sample)) progress.push(sample);
    if (ENDED.has(body.status)) {
      if (body.status !== "completed") throw new Error(`the retain is ${body.status}: ${body.error_message}`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await drained(api, bank);
  const seconds = (performance.now() - started) / 1000;
  const calls = ((await model.calls())["chat:facts"]?.calls ?? 0) - before;
  const facts = await factsOf(api, bank);
  return {
    items: items.length,
    llmMs,
    facts,
    calls,
    acceptedMs: round(accepted.ms),
    seconds: round(seconds, 2),
    factsPerS: round(facts / seconds),
    callsInFlight: inFlight(calls, llmMs, seconds),
    progress,
  };
}

/** Calls under way at once on average: the time that they took together over the time that passed. */
export function inFlight(calls: number, llmMs: number, seconds: number): number {
  return round((calls * llmMs) / (seconds * 1000));
}

function isNews(last: ProgressSample | undefined, next: ProgressSample): boolean {
  return last === undefined || last.stage !== next.stage || last.processed !== next.processed;
}

/** At most `most` of the samples, the first and the last among them. */
export function thinned<T>(samples: readonly T[], most: number): readonly T[] {
  if (samples.length <= most) return samples;
  return Array.from({ length: most }, (_, index) => samples[Math.round((index * (samples.length - 1)) / (most - 1))] as T);
}
