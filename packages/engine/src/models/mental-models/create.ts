import type { EngineContext } from "../../context.js";
import { type MentalModelFields, PLACEHOLDER } from "../../domain/mental-models.js";
import { cleanTags } from "../../domain/names.js";
import type { BankScope } from "../../domain/scope.js";
import { sanitise } from "../../domain/text/sanitise.js";
import { storedTrigger } from "../../domain/trigger.js";
import { HindsightError } from "../../errors.js";
import { lockBank } from "../../store/banks/lock-bank.js";
import type { Db } from "../../store/db.js";
import { insertMentalModel } from "../../store/mental-models/insert-mental-model.js";
import { checkFields, DEFAULT_TOKENS, modelIdOf } from "./checks.js";
import { submitRefresh } from "./submit.js";

export interface CreatedModel {
  readonly mentalModelId: string;
  /** Its first refresh. */
  readonly operationId: string;
}

/**
 * Makes a model and queues its first refresh, in the caller's transaction; once it is through, the caller makes it findable (`indexModel`) and wakes the
 * worker. Throws `mental_model_conflict` when its id is taken, `invalid_request`, `bank_not_found`.
 */
export async function createModel(
  ctx: Pick<EngineContext, "settings">,
  tx: Db,
  bank: BankScope,
  fields: MentalModelFields,
): Promise<CreatedModel> {
  const { tags = [], maxTokens = DEFAULT_TOKENS, trigger = {} } = fields;
  checkFields(fields);
  const id = modelIdOf(fields.id);
  if (!(await lockBank(tx, bank))) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  const isAdded = await insertMentalModel(tx, bank, {
    id,
    name: sanitise(fields.name),
    sourceQuery: sanitise(fields.sourceQuery),
    content: PLACEHOLDER,
    tags: cleanTags(tags),
    maxTokens,
    trigger: storedTrigger(trigger),
  });
  if (!isAdded) {
    const message = `The bank has a mental model '${id}' already. Choose another id, or change that one (PATCH).`;
    throw new HindsightError("mental_model_conflict", message);
  }
  return { mentalModelId: id, operationId: await submitRefresh(ctx, tx, bank, id, { automatic: false }) };
}
