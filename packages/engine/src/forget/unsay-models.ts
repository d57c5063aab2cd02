/** Mental models whose content may say what memories said that go. */

import { REFRESH_MENTAL_MODEL, type RefreshPayload } from "../domain/learning.js";
import type { BankScope } from "../domain/scope.js";
import { enqueueOnce } from "../operations/index.js";
import type { Db } from "../store/db.js";
import { blankModelHistories } from "../store/forgetting/blank-model-histories.js";
import { findOutdatedModels } from "../store/forgetting/find-outdated-models.js";
import { findReadingModels } from "../store/forgetting/find-reading-models.js";
import { forgetGoneReadings } from "../store/forgetting/forget-gone-readings.js";
import { forgetReadMemories } from "../store/forgetting/forget-read-memories.js";
import { withholdModels } from "../store/forgetting/withhold-models.js";
import { rounds } from "./rounds.js";

/**
 * Has the models that read these memories say it no more, before the memories go; returns how many are written anew. What they said before is forgotten in
 * either case; after a deletion that of all models of the bank, since what a model had read for a content that is no more is not kept. After a deletion their
 * content is withheld at once and a refresh is queued for each; the same goes for models that have not yet unsaid what an earlier version of a document
 * said, since that may be what is deleted. Where a document was replaced the content stays until the refresh has unsaid
 * what is gone, which it knows by the rows of what was read; a model that only a caller refreshes is left for the caller.
 */
export async function unsayModels(tx: Db, bank: BankScope, numbers: readonly number[], cause: "deleted" | "replaced"): Promise<number> {
  const reading = new Map<string, boolean>();
  for (const round of rounds(numbers)) {
    for (const { id, refreshesItself } of await findReadingModels(tx, bank, round)) reading.set(id, refreshesItself);
  }
  if (cause === "deleted") {
    for (const id of await findOutdatedModels(tx, bank)) reading.set(id, true);
    await blankModelHistories(tx, bank, null);
  }
  if (reading.size === 0) return 0;
  const ids = [...reading.keys()].sort();
  if (cause === "deleted") return withhold(tx, bank, ids, numbers);
  await blankModelHistories(tx, bank, ids);
  const refreshed = ids.filter((id) => reading.get(id) === true);
  for (const id of refreshed) await askForRefresh(tx, bank, id);
  return refreshed.length;
}

async function withhold(tx: Db, bank: BankScope, ids: readonly string[], numbers: readonly number[]): Promise<number> {
  await withholdModels(tx, bank, ids);
  for (const round of rounds(numbers)) await forgetReadMemories(tx, bank, round);
  await forgetGoneReadings(tx, bank);
  for (const id of ids) await askForRefresh(tx, bank, id);
  return ids.length;
}

/** Queues a refresh that nobody waits for; one that is being worked has read what is gone and does not do. */
export async function askForRefresh(tx: Db, bank: BankScope, modelId: string): Promise<void> {
  const payload: RefreshPayload = { mental_model_id: modelId, automatic: true };
  await enqueueOnce(tx, bank, {
    type: REFRESH_MENTAL_MODEL,
    subject: modelId,
    payload: { ...payload },
    documents: [modelId],
    resultMetadata: { mental_model_id: modelId },
  });
}
