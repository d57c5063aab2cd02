import type { RequestContext } from "../context.js";
import { span } from "../telemetry/index.js";

/** Runs a part of the result, as a span and a step of the metrics (the contract counts these, and the stage around them is then no step). */
export async function innerStage<T>(ctx: RequestContext, name: string, run: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await span(`hindsight.recall_${name}`, {}, run);
  } finally {
    ctx.onStage?.("recall", name, performance.now() - started);
  }
}

/** Runs what takes no waiting inside a stage, as a diagnostic phase of the metrics. */
export function innerPhase<T>(ctx: RequestContext, name: string, run: () => T): T {
  const started = performance.now();
  try {
    return run();
  } finally {
    ctx.onStage?.("recall", name, performance.now() - started, true);
  }
}
