import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { cleanerOf } from "../guard/defense/index.js";

/**
 * A failure as it may be told in the log, with the operation and to webhooks: one that quotes what the bank's memory defense takes out or blocks (a value in an
 * archive, an answer of a provider) is told without that, and without its causes.
 */
export async function asTold(ctx: Pick<EngineContext, "db" | "settings">, bank: BankScope, error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const clean = await cleanerOf(ctx, bank);
  const isClean = (each: unknown, depth = 0): boolean =>
    !(each instanceof Error) || depth > MOST_CAUSES || (clean(each.message) === each.message && isClean(each.cause, depth + 1));
  if (isClean(error)) return error;
  return new HindsightError(error instanceof HindsightError ? error.code : "internal", clean(error.message));
}

const MOST_CAUSES = 10;
