/** The transactions of a consolidation: each is one batch, whole or not at all. */

import type { EngineContext } from "../context.js";
import type { NewDocumentEvent } from "../domain/document-events.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { lockBank } from "../store/banks/lock-bank.js";
import { touchBank } from "../store/banks/touch-bank.js";
import { findUnchanged } from "../store/consolidation/find-unchanged.js";
import { markConsolidated } from "../store/consolidation/mark-consolidated.js";
import type { Db } from "../store/db.js";
import { insertDocumentEvents } from "../store/document-events/insert-document-events.js";
import { countThere } from "../store/observations/count-there.js";
import type { Candidate } from "./groups.js";
import type { Applied, BatchPlan } from "./plan.js";

/** Carries out a plan in a transaction that holds the bank's row. */
export type ApplyPlan = (ctx: EngineContext, tx: Db, bank: BankScope, plan: BatchPlan) => Promise<Applied>;

export interface BatchWrite {
  readonly facts: readonly Candidate[];
  /** One for each pass; empty for facts that could not be consolidated. */
  readonly plans: readonly BatchPlan[];
  readonly hasFailed: boolean;
  readonly applyPlan: ApplyPlan;
  readonly operationId: string;
  /** Called last in the transaction: notes in the operation what was done. */
  readonly note: (tx: Db, applied: readonly Applied[]) => Promise<void>;
}

/**
 * Applies the plans of a batch and marks its facts. Writes nothing when one of the facts was changed, deleted or consolidated since it was read, or an
 * observation has gone that a plan was made of, for the plans may say what it said: then the facts that are left are returned, to be planned anew. Null
 * when all is written. Throws `bank_not_found`.
 */
export function writeBatch(ctx: EngineContext, bank: BankScope, batch: BatchWrite): Promise<readonly Candidate[] | null> {
  const { facts, plans, hasFailed, operationId } = batch;
  return ctx.db.transaction(async (tx) => {
    if (!(await lockBank(tx, bank))) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
    const unchanged = await findUnchanged(tx, bank, facts);
    if (unchanged.size < facts.length) return facts.filter(({ memoryNo }) => unchanged.has(memoryNo));
    const shown = [...new Set(plans.flatMap(({ shownNos }) => shownNos ?? []))];
    if (shown.length > 0 && (await countThere(tx, bank, shown)) < shown.length) return facts;
    const applied: Applied[] = [];
    for (const plan of plans) applied.push(await batch.applyPlan(ctx, tx, bank, plan));
    const numbers = facts.map(({ memoryNo }) => memoryNo);
    await markConsolidated(tx, bank, numbers, { hasFailed });
    await insertDocumentEvents(tx, bank, eventsOf(applied, operationId));
    if (applied.some(isChange)) await touchBank(tx, bank);
    await batch.note(tx, applied);
    return null;
  });
}

function isChange({ created, updated, deleted, merged }: Applied): boolean {
  return created.length + updated.length + deleted.length + merged > 0;
}

/** One event for each document whose facts came into observations. */
function eventsOf(applied: readonly Applied[], operationId: string): readonly NewDocumentEvent[] {
  const events = new Map<string, { readonly created: Set<string>; readonly updated: Set<string>; readonly deleted: Set<string> }>();
  for (const { byDocument } of applied) {
    for (const [documentId, { created, updated, deleted }] of byDocument) {
      const event = events.get(documentId) ?? { created: new Set(), updated: new Set(), deleted: new Set() };
      for (const id of created) event.created.add(id);
      for (const id of updated) event.updated.add(id);
      for (const id of deleted) event.deleted.add(id);
      events.set(documentId, event);
    }
  }
  return [...events].map(([documentId, { created, updated, deleted }]) => ({
    documentId,
    kind: "consolidation",
    operationId,
    observationsCreated: [...created],
    observationsUpdated: [...updated],
    observationsRemoved: [...deleted],
  }));
}
