import type { EngineContext } from "../../context.js";
import type { MentalModelFields, Trigger } from "../../domain/mental-models.js";
import { scopeOf } from "../../domain/model-scope.js";
import { cleanTags } from "../../domain/names.js";
import type { BankScope } from "../../domain/scope.js";
import { sanitise } from "../../domain/text/sanitise.js";
import { mergeTrigger, readTrigger } from "../../domain/trigger.js";
import { HindsightError } from "../../errors.js";
import { withFuzzyTags } from "../../recall/index.js";
import { lockBank } from "../../store/banks/lock-bank.js";
import type { Db } from "../../store/db.js";
import { blankModelHistories } from "../../store/forgetting/blank-model-histories.js";
import { standsOutside } from "../../store/forgetting/stands-outside.js";
import { withholdModels } from "../../store/forgetting/withhold-models.js";
import { lockMentalModel } from "../../store/mental-models/lock-mental-model.js";
import { updateMentalModel } from "../../store/mental-models/update-mental-model.js";
import { checkFields, checkSchedules } from "./checks.js";
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
  const before: Scope = { tags: stored.tags, trigger: readTrigger(stored.trigger) };
  const after: Scope = { tags: tags ?? stored.tags, trigger: trigger === undefined ? before.trigger : readTrigger(trigger) };
  // One that was never refreshed has its first refresh before it, which sees the scope that there is when it writes.
  const isElsewhere = stored.lastRefreshedAt !== null && scopeKey(before) !== scopeKey(after);
  if (isElsewhere) await unsayWhatIsOutside(tx, bank, id, after);
  const isOther = sourceQuery !== undefined && sourceQuery !== stored.sourceQuery;
  if (!isElsewhere && !isOther) return { operationId: null };
  return { operationId: await submitRefresh(ctx, tx, bank, id, { automatic: false, ...(isElsewhere ? { mode: "full" } : {}) }) };
}

interface Scope {
  readonly tags: readonly string[];
  readonly trigger: Pick<Trigger, "tagsMatch" | "tagGroups" | "factTypes">;
}

function scopeKey(scope: Scope): string {
  const { tags, tagsMatch, tagGroups } = scopeOf(scope);
  return JSON.stringify([[...(tags ?? [])].sort(), tagsMatch, tagGroups, scope.trigger.factTypes]);
}

/** Who may read a model is said by its tags: what it says of a memory outside its new scope is withheld at once, as after a deletion. */
async function unsayWhatIsOutside(tx: Db, bank: BankScope, id: string, scope: Scope): Promise<void> {
  const { tags, tagsMatch, tagGroups } = scopeOf(scope);
  const groups = tagGroups === null ? null : await withFuzzyTags(tx, bank, tagGroups);
  if (!(await standsOutside(tx, bank, id, { tags, tagsMatch, tagGroups: groups, kinds: scope.trigger.factTypes }))) return;
  await withholdModels(tx, bank, [id]);
  await blankModelHistories(tx, bank, [id]);
}
