import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { isOfTheFacts, isWorthAnotherTry } from "./failures.js";
import type { Candidate } from "./groups.js";
import type { BatchPlan, BatchRules, Planner } from "./plan.js";
import { type Scope, scopeKey } from "./scopes.js";

export interface BatchRun {
  readonly bank: BankScope;
  readonly planner: Planner;
  readonly rulesOf: (scope: Scope) => BatchRules;
  /** Tries of a batch before it is halved. */
  readonly maxAttempts: number;
  /** Writes a batch that is planned, or facts that failed; returns what is left to be planned anew when facts have changed, null when all is written. */
  readonly write: (facts: readonly Candidate[], plans: readonly BatchPlan[] | "failed") => Promise<readonly Candidate[] | null>;
  /** Told of each failed try. */
  readonly onFailure: (error: unknown, facts: readonly Candidate[]) => void;
}

/** Times that a batch is planned anew because its facts were changed meanwhile; then it is left to the next page. */
const MOST_REPLANS = 3;

/**
 * Consolidates one batch: a plan for each pass, then one write. A failure that is the facts' own is tried again, then the batch is halved, down to the one
 * fact that fails, which is marked and holds up no other. Throws every other failure.
 */
export async function runBatch(run: BatchRun, ctx: RequestContext, facts: readonly Candidate[], scopes: readonly Scope[]): Promise<void> {
  const left = await runWhole(run, ctx, facts, scopes);
  if (left === null) return;
  const [only, ...others] = left;
  if (only === undefined) return;
  if (others.length === 0) {
    await run.write([only], "failed");
    return;
  }
  const half = Math.ceil(left.length / 2);
  await runBatch(run, ctx, left.slice(0, half), scopes);
  await runBatch(run, ctx, left.slice(half), scopes);
}

/** Null when the batch is done with; else the facts that could not be consolidated together. */
async function runWhole(
  run: BatchRun,
  ctx: RequestContext,
  given: readonly Candidate[],
  scopes: readonly Scope[],
): Promise<readonly Candidate[] | null> {
  let facts = given;
  let plans = new Map<string, BatchPlan>(); // a pass that is planned is not paid again because another failed
  let replans = 0;
  for (let attempt = 1; ; ) {
    try {
      for (const scope of scopes) {
        ctx.signal.throwIfAborted();
        if (plans.has(scopeKey(scope))) continue;
        plans.set(scopeKey(scope), await run.planner(ctx, run.bank, { facts, scope, rules: run.rulesOf(scope) }));
      }
      ctx.signal.throwIfAborted(); // a sibling failed meanwhile, or the worker stops
      const left = await run.write(facts, [...plans.values()]);
      if (left === null || left.length === 0 || replans === MOST_REPLANS) return null;
      [facts, plans] = [left, new Map()];
      replans += 1;
    } catch (error) {
      if (ctx.signal.aborted || !isOfTheFacts(error)) throw error;
      run.onFailure(error, facts);
      if (attempt === run.maxAttempts || !isWorthAnotherTry(error)) return facts;
      attempt += 1;
    }
  }
}
