import type { RequestContext } from "../context.js";
import { span } from "../telemetry/index.js";

/** Runs what lies inside a stage, as a span and a diagnostic phase of the metrics; those who add up the stages leave it out. */
export async function innerStage<T>(ctx: RequestContext, name: string, run: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await span(`hindsight.recall_${name}`, {}, run);
  } finally {
    ctx.onStage?.("recall", name, performance.now() - started, true);
  }
}
