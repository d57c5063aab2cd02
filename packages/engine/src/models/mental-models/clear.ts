import type { EngineContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import { clearMentalModel } from "../../store/mental-models/clear-mental-model.js";
import { lockMentalModel } from "../../store/mental-models/lock-mental-model.js";
import { snapshotModel } from "../../store/mental-models/snapshot-model.js";
import { modelNotFound } from "./read.js";

/** Takes out what a model says; its next refresh writes all of it anew. Throws `mental_model_not_found`. */
export async function clearModel({ db, settings }: Pick<EngineContext, "db" | "settings">, bank: BankScope, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockMentalModel(tx, bank, id)) === null) throw modelNotFound(id);
    if (settings.enableMentalModelHistory) await snapshotModel(tx, bank, id, "clear", settings.mentalModelHistoryMaxEntries);
    await clearMentalModel(tx, bank, id);
  });
}
