import { type BankSettings, resolveBankSettings } from "../config/index.js";
import type { RequestContext } from "../context.js";
import { CONSOLIDATION, type ConsolidationPayload } from "../domain/learning.js";
import type { BankScope } from "../domain/scope.js";
import { enqueueIn, enqueueOnce, type OperationHandler, type OperationWork } from "../operations/index.js";
import { readBank } from "../store/banks/read-bank.js";
import { countCandidates } from "../store/consolidation/count-candidates.js";
import type { Db } from "../store/db.js";
import { openDrain } from "./drain.js";
import { failureClass } from "./failures.js";
import type { Planner } from "./plan.js";
import { FAILURES, putOff } from "./put-off.js";
import type { Scope } from "./scopes.js";
import { joinTagSets, readTally } from "./tally.js";
import { withinWallTime } from "./wall-time.js";
import type { ApplyPlan } from "./write-batch.js";

/** What a consolidation is put together from, at the root. */
export interface ConsolidationParts {
  readonly planWithModel: Planner;
  /** Plans where no language model consolidates. */
  readonly planRestatements: Planner;
  readonly applyPlan: ApplyPlan;
  /** Looks at what stands on observations, once nothing waits any more; returns how many mental models are refreshed for it. */
  readonly afterDrain: (ctx: RequestContext, bank: BankScope, tagSets: readonly Scope[]) => Promise<number>;
  /** Told when observations were written: some of them may wait for their vector. */
  readonly onWritten?: (ctx: RequestContext, bank: BankScope) => void;
}

type Result = Readonly<Record<string, unknown>>;

/**
 * Consolidates a bank: facts, oldest first, page by page, until none waits or the round is full; then the next round is queued, in the transaction that
 * ends this one. Each batch is one transaction, which also notes what was done: after a crash the work goes on behind the last one, and nothing is done
 * twice. What fails for no fact's fault is put off and tried again.
 */
export function consolidationHandler(parts: ConsolidationParts): OperationHandler {
  return async (caller, bank, work) => {
    try {
      return await withinWallTime(caller, (ctx) => consolidate(ctx, bank, work, parts));
    } catch (error) {
      if (caller.signal.aborted) throw error;
      const failures = work.resultMetadata[FAILURES];
      throw await putOff(caller, work, typeof failures === "number" ? failures : 0, error);
    }
  };
}

async function consolidate(
  ctx: RequestContext,
  bank: BankScope,
  work: OperationWork,
  parts: ConsolidationParts,
): Promise<Result | undefined> {
  const payload = work.payload as ConsolidationPayload;
  const scopes = payload.observation_scopes ?? null;
  const row = await readBank(ctx.db, bank);
  if (row === null) return { ...readTally({}), status: "bank_not_found" };
  const settings = resolveBankSettings(ctx.settings.bank, row.config);
  if (!settings.enable_observations) return { ...readTally({}), status: "disabled" };
  const hasModel = ctx.models.has("consolidation");
  if (!hasModel && ctx.settings.consolidationWithoutLlm === "off") return { ...readTally({}), status: "disabled", skipped: true };

  const drain = await openDrain(ctx, bank, work, {
    settings,
    scopes,
    tagSets: joinTagSets(payload.pending_refresh_tags, work.resultMetadata.pending_refresh_tags),
    planner: hasModel ? parts.planWithModel : parts.planRestatements,
    hasModel,
    applyPlan: parts.applyPlan,
    onFailure(error, facts) {
      ctx.onBatchFailure?.(...failureClass(error));
      ctx.log.warn(
        { operation: work.operationId, bank: bank.bankId, facts: facts.length, err: error },
        "facts could not be consolidated together",
      );
    },
    onWritten: () => parts.onWritten?.(ctx, bank),
  });
  await drain.run();
  const tally = drain.tally();
  const isRoundFull = isFull(settings, tally.memories_processed);
  const result: Result = {
    ...tally,
    status: tally.memories_processed === 0 ? "no_new_memories" : "completed",
    mental_models_refreshed: 0,
    pending_refresh_tags: [],
  };
  if (isRoundFull && (await countCandidates(ctx.db, bank, { scopes, isEmbedded: false, most: 1 })) > 0) {
    await ctx.db.transaction(async (tx) => {
      await queueNext(tx, bank, scopes, drain.tagSets());
      await work.complete(tx, result);
    });
    return undefined;
  }
  if (drain.tagSets().length === 0) return result;
  await work.progress({ stage: "refreshing_mental_models", at: ctx.now().toISOString() });
  return { ...result, mental_models_refreshed: await parts.afterDrain(ctx, bank, drain.tagSets()) };
}

function isFull(settings: BankSettings, processed: number): boolean {
  const most = settings.consolidation_max_memories_per_round;
  return most > 0 && processed >= most;
}

/** The next round, which is told of the tags of this one. A round of some scopes has its own, which folds into nothing. */
async function queueNext(
  tx: Db,
  bank: BankScope,
  scopes: ConsolidationPayload["observation_scopes"] | null,
  tagSets: readonly Scope[],
): Promise<void> {
  if (scopes !== null && scopes !== undefined) {
    const payload = { observation_scopes: scopes, pending_refresh_tags: tagSets };
    await enqueueIn(tx, bank, {
      type: CONSOLIDATION,
      parts: [{ payload, itemsCount: 0, documentId: null }],
      resultMetadata: {},
    });
    return;
  }
  await enqueueOnce(tx, bank, {
    type: CONSOLIDATION,
    subject: "",
    payload: { pending_refresh_tags: tagSets },
    fold: (waiting) => ({ ...waiting, pending_refresh_tags: joinTagSets(waiting.pending_refresh_tags, tagSets) }),
  });
}
