import type { BankScope } from "../domain/scope.js";
import { leaveInvalidated } from "../forget/index.js";
import { keepInvalidated } from "../store/curation/keep-invalidated.js";
import type { Db } from "../store/db.js";
import { keptMemories } from "./delta.js";
import { changedNumbers, firstOfEach } from "./reconcile-sources.js";
import type { Step } from "./steps.js";

/**
 * Facts out of use of a document that is replaced: what the new version still says stays out of use, the rest goes with the old version. Where other
 * documents state one as well and its tags or scopes become others, it stays with them.
 */
export async function keepOutOfUse(tx: Db, bank: BankScope, { plan, isFirst }: Step): Promise<void> {
  if (!isFirst || plan.isAppend || plan.isNew) return;
  const lines = plan.invalidated;
  const kept = new Set(lines.map(({ memory }) => memory.memoryNo));
  const changed = new Set(changedNumbers(lines));
  const { documentId } = plan.draft;
  const stays = await leaveInvalidated(
    tx,
    bank,
    documentId,
    ({ memoryNo, isShared }) => kept.has(memoryNo) && !(isShared && changed.has(memoryNo)),
  );
  const own = new Set(stays.filter(({ isShared }) => !isShared).map(({ memoryNo }) => memoryNo));
  const rows = firstOfEach(keptMemories(lines)).filter(({ memoryNo }) => own.has(memoryNo));
  if (rows.length > 0) await keepInvalidated(tx, bank, documentId, rows);
}
