/** What a refresh looks at: the memories in the model's scope, and of them, in a delta, those that changed since it last looked. */

import type { RequestContext } from "../../context.js";
import { scopeOf } from "../../domain/model-scope.js";
import type { ReflectRequest } from "../../domain/reflect.js";
import type { BankScope } from "../../domain/scope.js";
import { withFuzzyTags } from "../../recall/index.js";
import type { ModelForRefresh } from "../../store/mental-models/read-model-for-refresh.js";
import { type RefreshWindow, readRefreshWindow } from "../../store/model-refresh/read-refresh-window.js";

export interface RefreshScope extends RefreshWindow {
  /** Changes up to here are known; null looks at all. */
  readonly after: string | null;
}

export async function scopeOfRefresh(
  ctx: Pick<RequestContext, "db">,
  bank: BankScope,
  model: ModelForRefresh,
  isDelta: boolean,
): Promise<RefreshScope> {
  const { tags, tagsMatch, tagGroups } = scopeOf(model);
  const after = isDelta ? (model.memorySeenAt ?? model.refreshedAt) : null;
  const groups = tagGroups === null ? null : await withFuzzyTags(ctx.db, bank, tagGroups);
  const conditions = { tags, tagsMatch, tagGroups: groups, kinds: model.trigger.factTypes };
  return { ...(await readRefreshWindow(ctx.db, bank, conditions, after)), after };
}

/** The question as it is reflected on. A model never reads itself. */
export function requestOf({ id, sourceQuery, maxTokens, trigger, ...model }: ModelForRefresh): ReflectRequest {
  const { tags, tagsMatch, tagGroups } = scopeOf({ ...model, trigger });
  return {
    query: sourceQuery,
    budget: trigger.budget ?? "mid",
    maxTokens,
    tags,
    tagsMatch,
    tagGroups,
    factTypes: trigger.factTypes,
    excludeMentalModels: trigger.excludeMentalModels,
    excludeMentalModelIds: [id, ...(trigger.excludeMentalModelIds ?? [])],
    searchObservationsMaxTokens: trigger.searchObservationsMaxTokens,
    searchObservationsIncludeEntities: trigger.searchObservationsIncludeEntities,
  };
}
