import type { EngineContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import { operationsOf } from "../../operations/index.js";
import { deleteMentalModel } from "../../store/mental-models/delete-mental-model.js";
import { modelNotFound } from "./read.js";
import { submitRefresh } from "./submit.js";

/** Queues a refresh that a caller asks for, or returns the one that waits. Throws `mental_model_not_found`. */
export async function refreshModel(
  ctx: Pick<EngineContext, "db" | "settings">,
  bank: BankScope,
  id: string,
  mode?: "full" | undefined,
): Promise<string> {
  const operationId = await ctx.db.transaction((tx) => submitRefresh(ctx, tx, bank, id, { automatic: false, mode }));
  operationsOf(ctx.db)?.wake();
  return operationId;
}

/** Deletes a model with its history, and the page that it is the text of. A refresh that waits finds it gone. Throws `mental_model_not_found`. */
export async function removeModel({ db }: Pick<EngineContext, "db">, bank: BankScope, id: string): Promise<void> {
  if (!(await deleteMentalModel(db, bank, id))) throw modelNotFound(id);
}
