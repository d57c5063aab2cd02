import type { RequestContext } from "../context.js";
import { span } from "../telemetry/index.js";

/** Runs a stage of a retain as a span, and tells how long it took when it went well. */
export async function stage<T>(ctx: RequestContext, name: string, run: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await span(`hindsight.retain_${name}`, {}, run);
  ctx.onStage?.("retain", name, performance.now() - started);
  return result;
}
