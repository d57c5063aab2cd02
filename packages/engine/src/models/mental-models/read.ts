import type { EngineContext } from "../../context.js";
import type { MentalModel, MentalModelChange, MentalModelDetail, MentalModelFilter } from "../../domain/mental-models.js";
import type { Page } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { countListedModels } from "../../store/mental-models/count-listed-models.js";
import { getMentalModel } from "../../store/mental-models/get-mental-model.js";
import { listMentalModels } from "../../store/mental-models/list-mental-models.js";
import { listModelHistory } from "../../store/mental-models/list-model-history.js";

type Parts = Pick<EngineContext, "db">;

/** One read of the database. Throws `mental_model_not_found`. */
export async function readModel({ db }: Parts, bank: BankScope, id: string, detail: MentalModelDetail = "full"): Promise<MentalModel> {
  const model = await getMentalModel(db, bank, id, detail);
  if (model === null) throw modelNotFound(id);
  return model;
}

/** The last refreshed first. */
export async function pageOfModels({ db }: Parts, bank: BankScope, filter: MentalModelFilter): Promise<Page<MentalModel>> {
  const { limit, offset, detail = "metadata", tags = [], tagsMatch = "any", excludeKnowledgePages = false } = filter;
  const wanted = { ...(tags.length === 0 ? {} : { tags, tagsMatch }), ...(excludeKnowledgePages ? { isKnowledgePage: false } : {}) };
  const [items, total] = await Promise.all([
    listMentalModels(db, bank, { ...wanted, limit, offset, detail }),
    countListedModels(db, bank, wanted),
  ]);
  return { items, total, limit, offset };
}

/** Newest first; failed refreshes are entries as well. Throws `mental_model_not_found`. */
export async function historyOfModel({ db }: Parts, bank: BankScope, id: string): Promise<readonly MentalModelChange[]> {
  const changes = await listModelHistory(db, bank, id);
  if (changes === null) throw modelNotFound(id);
  return changes;
}

export const modelNotFound = (id: string): HindsightError => new HindsightError("mental_model_not_found", `Mental model '${id}' not found`);
