/** What callers ask of consolidation: a run, another chance for facts that failed, and what scopes there are. */

import type { EngineContext } from "../context.js";
import { CONSOLIDATION } from "../domain/learning.js";
import type { ObservationScopeCount } from "../domain/observations.js";
import type { Page, Paging } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { type EnqueuedOnce, enqueue, enqueueOnce, operationsOf } from "../operations/index.js";
import { lockBank } from "../store/banks/lock-bank.js";
import { countScopes } from "../store/consolidation/count-scopes.js";
import { freeFailed } from "../store/consolidation/free-failed.js";
import { listScopes } from "../store/consolidation/list-scopes.js";
import { scopeOf } from "./scopes.js";

/**
 * Queues a consolidation now, also where a bank does not consolidate by itself. Without scopes it folds into one that waits and brings that forward; with
 * scopes (facts whose tags hold one of them) it stands for itself. Throws `bank_not_found`.
 */
export async function requestConsolidation(
  ctx: EngineContext,
  bank: BankScope,
  scopes: readonly (readonly string[])[] | null,
): Promise<EnqueuedOnce> {
  if (scopes !== null && scopes.length > 0) {
    const payload = { observation_scopes: scopes.map(scopeOf) };
    const { operationId } = await enqueue(ctx, bank, {
      type: CONSOLIDATION,
      parts: [{ payload, itemsCount: 0, documentId: null }],
      resultMetadata: {},
    });
    return { operationId, deduplicated: false };
  }
  const queued = await ctx.db.transaction((tx) =>
    // Amended as it is: the row is held until this is through, so that no worker begins it on what it is not to have seen.
    enqueueOnce(tx, bank, { type: CONSOLIDATION, subject: "", payload: {}, fold: (waiting) => waiting, hastens: true }),
  );
  operationsOf(ctx.db)?.wake();
  return queued;
}

/** Lets the facts that could not be consolidated wait for it again; returns how many. The next consolidation takes them. Throws `bank_not_found`. */
export async function recoverConsolidation({ db }: Pick<EngineContext, "db">, bank: BankScope): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await lockBank(tx, bank))) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
    return freeFailed(tx, bank);
  });
}

/** The sets of tags that observations have, with their counts. */
export async function observationScopes(
  { db }: Pick<EngineContext, "db">,
  bank: BankScope,
  paging: Paging,
): Promise<Page<ObservationScopeCount>> {
  const [items, total] = await Promise.all([paging.limit === 0 ? [] : listScopes(db, bank, paging), countScopes(db, bank)]);
  return { items, total, ...paging };
}
