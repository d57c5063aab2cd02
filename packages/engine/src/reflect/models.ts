/** Mental models as a reflection finds and reads them: those in its scope that say something, each with whether it is up to date. */

import type { Staleness } from "../domain/model-staleness.js";
import { asksForTags } from "../domain/tags.js";
import { findModels } from "../recall/index.js";
import type { ModelConditions } from "../store/filters/model-filter.js";
import { readStaleness } from "../store/mental-models/read-staleness.js";
import { type ReadModelRow, readModels } from "../store/model-refresh/read-models.js";
import type { Task } from "./task.js";

export interface ReadModel extends ReadModelRow {
  /** Null is fresh. */
  readonly stalenessReason: string | null;
}

export interface FoundModel extends ReadModel {
  /** 0 to 1 within one search: reciprocal ranks over those of a model that comes first by words and by meaning. */
  readonly relevance: number;
}

/** What two first places come to (`findModels` adds 1/61 for each). */
const BEST_SCORE = 2 / 61;

/** Of the models found within tags some may stand on memories outside them, and are left out when they are read: so many times more are looked for. */
const SPARE = 4;

export async function searchModels(
  { ctx, bank }: Pick<Task, "ctx" | "bank">,
  filter: ModelConditions,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<readonly FoundModel[]> {
  const isScoped = asksForTags(filter);
  const found = await findModels(ctx, bank, { query, limit: isScoped ? SPARE * limit : limit, filter });
  const scores = new Map(found.map(({ id, score }) => [id, Math.min(1, score / BEST_SCORE)]));
  const models = await modelsOf({ ctx, bank }, filter, [...scores.keys()]);
  return models.slice(0, limit).map((model) => ({ ...model, relevance: Number((scores.get(model.id) ?? 0).toFixed(4)) }));
}

/** Those of the ids that are in scope and say something, in the order of the ids. */
export async function modelsOf(
  { ctx, bank }: Pick<Task, "ctx" | "bank">,
  filter: ModelConditions,
  ids: readonly string[],
): Promise<readonly ReadModel[]> {
  if (ids.length === 0) return [];
  const rows = await readModels(ctx.db, bank, ids, filter);
  const staleness = await readStaleness(
    ctx.db,
    bank,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, stalenessReason: reasonOf(staleness.get(row.id)) }));
}

/** A model that is gone meanwhile is not known to be fresh. */
function reasonOf(staleness: Staleness | undefined): string | null {
  return staleness === undefined ? "The model has been deleted meanwhile." : staleness.reason;
}
