import type { BankSettings } from "../config/index.js";
import type { RequestContext } from "../context.js";
import type { OperationProgress } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { OperationWork } from "../operations/index.js";
import { countCandidates } from "../store/consolidation/count-candidates.js";
import { expectsVectors } from "../store/consolidation/expects-vectors.js";
import { listCandidates } from "../store/consolidation/list-candidates.js";
import { isDoubted, modelDoubted, NO_STREAK, readStreak, STREAK, withFailure } from "./breaker.js";
import { type Candidate, type Group, groupFacts } from "./groups.js";
import { createScopeLocks } from "./locks.js";
import type { BatchPlan, Planner } from "./plan.js";
import { FAILURES } from "./put-off.js";
import { rulesOf } from "./rules.js";
import { type BatchRun, runBatch } from "./run-batch.js";
import type { Scope } from "./scopes.js";
import { sideBySide } from "./side-by-side.js";
import { joinTagSets, readTally, type Tally, withBatch, withFailed } from "./tally.js";
import { type ApplyPlan, writeBatch } from "./write-batch.js";

export interface DrainParts {
  readonly settings: BankSettings;
  /** Only facts whose tags hold one of these; null is all. */
  readonly scopes: readonly Scope[] | null;
  /** Tags that are to be told of at the end, from before. */
  readonly tagSets: readonly Scope[];
  readonly planner: Planner;
  readonly hasModel: boolean;
  readonly applyPlan: ApplyPlan;
  readonly onFailure: BatchRun["onFailure"];
  readonly onWritten: () => void;
}

export interface Drain {
  /** Consolidates until nothing waits or the round is full. */
  run(): Promise<void>;
  tally(): Tally;
  tagSets(): readonly Scope[];
}

/** Progress counts no further than this. */
const MOST_COUNTED = 100_000;
/** How long vectors that are just being made are waited for in place, and how often it is looked. */
const VECTOR_WAIT_MS = 1_000;
const VECTOR_POLL_MS = 50;
/** Then the work is put off, each time for longer; after so many times the facts are left to a later consolidation. */
const MOST_VECTOR_WAITS = 8;
const LONGEST_VECTOR_PAUSE_MS = 60_000;
const VECTOR_WAITS = "vector_waits";

/** One round of a consolidation. */
export async function openDrain(ctx: RequestContext, bank: BankScope, work: OperationWork, parts: DrainParts): Promise<Drain> {
  const { settings, scopes, hasModel } = parts;
  const locks = createScopeLocks();
  let tally = readTally(work.resultMetadata);
  let tagSets = parts.tagSets;
  let streak = readStreak(work.resultMetadata[STREAK]);
  let vectorWaits = Number(work.resultMetadata[VECTOR_WAITS] ?? 0);
  /** Facts that are said again are found by their vectors. */
  const filter = { scopes, isEmbedded: !hasModel };
  let total = tally.memories_processed + (await countCandidates(ctx.db, bank, { ...filter, most: MOST_COUNTED }));

  const progress = (of: Tally): OperationProgress => {
    const { memories_processed: processed, ...detail } = of;
    return { stage: "consolidating", at: ctx.now().toISOString(), processed, total: Math.max(processed, total), detail: { ...detail } };
  };

  /** Writers go one after another, so that each notes what all before it did. */
  let writing: Promise<unknown> = Promise.resolve();
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const mine = writing.then(write);
    writing = mine.catch(() => undefined); // whoever wrote hears of it
    return mine;
  }

  function write(facts: readonly Candidate[], plans: readonly BatchPlan[], passes: readonly Scope[]) {
    return inTurn(async () => {
      let after = { tally, tagSets };
      const left = await writeBatch(ctx, bank, {
        facts,
        plans,
        hasFailed: false,
        applyPlan: parts.applyPlan,
        operationId: work.operationId,
        async note(tx, applied) {
          after = { tally: withBatch(tally, facts.length, applied), tagSets: joinTagSets(tagSets, passes, [facts[0]?.tags]) };
          const forward = { pending_refresh_tags: after.tagSets, [FAILURES]: 0, [STREAK]: NO_STREAK, [VECTOR_WAITS]: 0 };
          await work.checkpoint(tx, progress(after.tally), { ...after.tally, ...forward });
        },
      });
      if (left !== null) return left;
      ({ tally, tagSets } = after);
      streak = NO_STREAK;
      vectorWaits = 0;
      parts.onWritten();
      return null;
    });
  }

  /** One that was changed meanwhile is not marked: the next page has it as it is now. */
  function mark(fact: Candidate, error: unknown): Promise<void> {
    return inTurn(async () => {
      const after = { tally: withFailed(tally, 1), streak: withFailure(streak, error) };
      const left = await writeBatch(ctx, bank, {
        facts: [fact],
        plans: [],
        hasFailed: true,
        applyPlan: parts.applyPlan,
        operationId: work.operationId,
        note: (tx) => work.checkpoint(tx, progress(after.tally), { ...after.tally, [STREAK]: after.streak }),
      });
      if (left !== null) return;
      const isOneMore = after.streak.facts > streak.facts;
      ({ tally, streak } = after);
      if (isOneMore && isDoubted(streak)) throw modelDoubted(streak, error);
    });
  }

  async function runGroup(group: Group, signal: AbortSignal): Promise<void> {
    const run: Omit<BatchRun, "maxAttempts"> = {
      bank,
      planner: parts.planner,
      rulesOf: (scope) => rulesOf(settings, scope),
      write: (facts, plans) => write(facts, plans, group.scopes),
      mark,
      onFailure: parts.onFailure,
    };
    for (const facts of group.batches) {
      await locks.holding(group.scopes, async () => {
        signal.throwIfAborted();
        await work.progress(progress(tally)); // throws when the bank or the operation is gone, or another worker has it
        const maxAttempts = isDoubted(streak) ? 1 : ctx.settings.consolidationMaxAttempts;
        await runBatch({ ...run, maxAttempts }, { ...ctx, signal }, facts, group.scopes);
      });
    }
  }

  /** True when vectors have come that were waited for. Throws to put the work off while more are expected. */
  async function vectorsCame(): Promise<boolean> {
    if (hasModel || (await countCandidates(ctx.db, bank, { scopes, isEmbedded: false, most: 1 })) === 0) return false;
    for (const until = performance.now() + VECTOR_WAIT_MS; performance.now() < until; ) {
      if (!(await expectsVectors(ctx.db, bank))) break;
      await new Promise((resolve) => setTimeout(resolve, VECTOR_POLL_MS));
      ctx.signal.throwIfAborted();
      if ((await countCandidates(ctx.db, bank, { ...filter, most: 1 })) > 0) return true;
    }
    if ((await countCandidates(ctx.db, bank, { ...filter, most: 1 })) > 0) return true;
    if (vectorWaits >= MOST_VECTOR_WAITS || !(await expectsVectors(ctx.db, bank))) return false;
    const pauseMs = Math.min(LONGEST_VECTOR_PAUSE_MS, 1_000 * 2 ** vectorWaits);
    await ctx.db.transaction((tx) => work.checkpoint(tx, progress(tally), { [VECTOR_WAITS]: vectorWaits + 1 }));
    throw new HindsightError("model_unavailable", "The facts that are left wait for their vectors.", {
      details: { retryAt: new Date(ctx.now().getTime() + pauseMs) },
    });
  }

  async function run(): Promise<void> {
    const most = settings.consolidation_max_memories_per_round;
    for (;;) {
      const room = most === 0 ? Number.POSITIVE_INFINITY : most - tally.memories_processed;
      const limit = Math.min(ctx.settings.consolidationBatchSize, room);
      if (limit <= 0) return;
      await work.giveWay();
      ctx.signal.throwIfAborted();
      const page = await listCandidates(ctx.db, bank, { ...filter, limit });
      if (page.length === 0) {
        if (await vectorsCame()) continue;
        return;
      }
      if (tally.memories_processed + page.length > total) {
        total = tally.memories_processed + (await countCandidates(ctx.db, bank, { ...filter, most: MOST_COUNTED }));
      }
      const groups = groupFacts(page, settings.default_observation_scopes, hasModel ? settings.consolidation_llm_batch_size : limit);
      await sideBySide(groups, settings.consolidation_llm_parallelism, ctx.signal, runGroup);
    }
  }

  return { run, tally: () => tally, tagSets: () => tagSets };
}
