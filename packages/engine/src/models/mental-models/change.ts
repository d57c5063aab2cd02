import type { EngineContext } from "../../context.js";
import type { MentalModelFields } from "../../domain/mental-models.js";
import { cleanTags } from "../../domain/names.js";
import type { BankScope } from "../../domain/scope.js";
import { sanitise } from "../../domain/text/sanitise.js";
import { mergeTrigger, readTrigger } from "../../domain/trigger.js";
import { HindsightError } from "../../errors.js";
import { lockBank } from "../../store/banks/lock-bank.js";
import type { Db } from "../../store/db.js";
import { lockMentalModel } from "../../store/mental-models/lock-mental-model.js";
import { updateMentalModel } from "../../store/mental-models/update-mental-model.js";
import { checkFields, checkSchedules } from "./checks.js";
import { type LookedAt, moveScope } from "./move-scope.js";
import { modelNotFound } from "./read.js";
import { submitRefresh } from "./submit.js";

export type ModelFieldsChange = Partial<Omit<MentalModelFields, "id">>;

export interface ChangedModel {
  /** The refresh that a new question or scope asks for; null when both are the same. */
  readonly operationId: string | null;
}

/**
 * Changes the given fields in the caller's transaction, of the trigger those that are sent. Another question, and another scope, is answered in full by a
 * refresh that is queued. Once the transaction is through the caller makes the model findable by another name (`indexModel`) and wakes the worker.
 * Throws `mental_model_not_found`, `invalid_request`.
 */
export async function changeModel(
  ctx: Pick<EngineContext, "settings">,
  tx: Db,
  bank: BankScope,
  id: string,
  change: ModelFieldsChange,
): Promise<ChangedModel> {
  checkFields(change);
  if (!(await lockBank(tx, bank))) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  const stored = await lockMentalModel(tx, bank, id);
  if (stored === null) throw modelNotFound(id);
  const trigger = change.trigger === undefined ? undefined : mergeTrigger(stored.trigger, change.trigger);
  if (trigger !== undefined) checkSchedules(readTrigger(trigger));
  const sourceQuery = change.sourceQuery === undefined ? undefined : sanitise(change.sourceQuery);
  const tags = change.tags === undefined ? undefined : cleanTags(change.tags);
  await updateMentalModel(tx, bank, id, {
    name: change.name === undefined ? undefined : sanitise(change.name),
    sourceQuery,
    tags,
    maxTokens: change.maxTokens,
    trigger,
  });
  const before: LookedAt = { tags: stored.tags, trigger: readTrigger(stored.trigger) };
  const after: LookedAt = { tags: tags ?? stored.tags, trigger: trigger === undefined ? before.trigger : readTrigger(trigger) };
  // One that was never refreshed has its first refresh before it, which sees the scope that there is when it writes.
  const isElsewhere = stored.lastRefreshedAt !== null && (await moveScope(tx, bank, id, before, after));
  const isOther = sourceQuery !== undefined && sourceQuery !== stored.sourceQuery;
  if (!isElsewhere && !isOther) return { operationId: null };
  return { operationId: await submitRefresh(ctx, tx, bank, id, { automatic: false, ...(isElsewhere ? { mode: "full" } : {}) }) };
}
