import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { span } from "../telemetry/index.js";
import { isOfTheFacts, isWorthAnotherTry } from "./failures.js";
import type { Candidate } from "./groups.js";
import type { BatchPlan, BatchRules, Planner } from "./plan.js";
import { type Scope, scopeKey } from "./scopes.js";

export interface BatchRun {
  readonly bank: BankScope;
  readonly planner: Planner;
  readonly rulesOf: (scope: Scope) => BatchRules;
  /** Tries of a batch before it is halved. A half has one: what it is made of has had them. */
  readonly maxAttempts: number;
  /** Writes a batch that is planned; returns what is left to be planned anew when facts have changed, null when all is written. */
  readonly write: (facts: readonly Candidate[], plans: readonly BatchPlan[]) => Promise<readonly Candidate[] | null>;
  /** Marks a fact that failed alone. Throws when the run is to end with it. */
  readonly mark: (fact: Candidate, error: unknown) => Promise<void>;
  /** Told of each failed try. */
  readonly onFailure: (error: unknown, facts: readonly Candidate[]) => void;
}

/** Times that a batch is planned anew because its facts were changed meanwhile; then it is left to the next page. */
const MOST_REPLANS = 3;

/** What of a batch could not be consolidated together, and why. */
interface Unwritten {
  readonly facts: readonly Candidate[];
  readonly error: unknown;
}

/**
 * Consolidates one batch: a plan for each pass, then one write. A failure that is the facts' own is tried again, then the batch is halved, down to the one
 * fact that fails, which is marked and holds up no other: at most `maxAttempts` tries and two more for each further fact. Throws every other failure.
 */
export async function runBatch(run: BatchRun, ctx: RequestContext, facts: readonly Candidate[], scopes: readonly Scope[]): Promise<void> {
  const size = { "hindsight.facts": facts.length, "hindsight.scopes": scopes.length };
  const left = await span("hindsight.consolidation_batch", size, async (own) => {
    const unwritten = await runWhole(run, ctx, facts, scopes);
    own.set({ "hindsight.is_written": unwritten === null });
    return unwritten;
  });
  const [only, ...others] = left?.facts ?? [];
  if (left === null || only === undefined) return;
  if (others.length === 0) return run.mark(only, left.error);
  const half = Math.ceil(left.facts.length / 2);
  const onceOnly = { ...run, maxAttempts: 1 };
  await runBatch(onceOnly, ctx, left.facts.slice(0, half), scopes);
  await runBatch(onceOnly, ctx, left.facts.slice(half), scopes);
}

/** Null when the batch is done with. */
async function runWhole(
  run: BatchRun,
  ctx: RequestContext,
  given: readonly Candidate[],
  scopes: readonly Scope[],
): Promise<Unwritten | null> {
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
      if (attempt >= run.maxAttempts || !isWorthAnotherTry(error)) return { facts, error };
      attempt += 1;
    }
  }
}
