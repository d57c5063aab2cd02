// Triggers of mental models on the wire.
// In: the contract's trigger, of which what was not sent stays unsaid. Out: the engine's fields, and the contract's reply.

import { MEMORY_KINDS, type Trigger } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything } from "./common.js";
import { tagsMatch } from "./query.js";
import { choice, flag, integer, maybe, name, unless } from "./scalars.js";
import { tagGroups } from "./tag-groups.js";

const budget = () => choice(["low", "mid", "high"], "enum", "How deep a refresh looks; mid if unset");
const mode = () => choice(["full", "delta"], "literal_error", "full: written anew; delta: only what changed is edited");

export const TriggerBody = z
  .object({
    budget: maybe(budget()),
    mode: unless(mode(), "full"),
    refresh_after_consolidation: unless(flag("Refresh after consolidations that touched its scope. Excludes refresh_cron"), false),
    refresh_cron: maybe(name("Schedule in UTC, five fields; refreshed when it fires and the model is stale")),
    full_refresh_cron: maybe(name("Schedule in UTC, five fields, on which it is written anew whole")),
    min_refresh_interval_seconds: maybe(
      integer({ min: 0, about: "Least time between refreshes that nobody asks for; the bank's if unset" }),
    ),
    fact_types: z.array(choice(MEMORY_KINDS)).nullish().openapi({ description: "Kinds of memory to look at; all if unset" }),
    exclude_mental_models: unless(flag("Do not look at other mental models"), false),
    exclude_mental_model_ids: z.array(name()).nullish(),
    tags_match: maybe(tagsMatch()),
    tag_groups: tagGroups(),
    include_chunks: maybe(flag()),
    recall_max_tokens: maybe(integer({ min: 1 })),
    recall_chunks_max_tokens: maybe(integer({ min: 1 })),
    reflect_search_observations_max_tokens: maybe(integer({ min: 1 })),
    reflect_search_observations_include_entities: maybe(flag()),
    response_schema: anything().nullish().openapi({ description: "Schema of an object: the content is given in that form as well" }),
    keep_trace: unless(flag("Keep what a refresh searched"), false),
  })
  .openapi("MentalModelTriggerInput");

export const TriggerReply = z
  .object({
    budget: z.enum(["low", "mid", "high"]).nullish(),
    mode: z.enum(["full", "delta"]).default("full"),
    refresh_after_consolidation: z.boolean().default(false),
    refresh_cron: z.string().nullish(),
    full_refresh_cron: z.string().nullish(),
    min_refresh_interval_seconds: z.int().nullish(),
    fact_types: z.array(z.enum(["world", "experience", "observation"])).nullish(),
    exclude_mental_models: z.boolean().default(false),
    exclude_mental_model_ids: z.array(z.string()).nullish(),
    tags_match: z.enum(["any", "all", "any_strict", "all_strict", "exact"]).nullish(),
    tag_groups: tagGroups(),
    include_chunks: z.boolean().nullish(),
    recall_max_tokens: z.int().nullish(),
    recall_chunks_max_tokens: z.int().nullish(),
    reflect_search_observations_max_tokens: z.int().nullish(),
    reflect_search_observations_include_entities: z.boolean().nullish(),
    response_schema: anything().nullish(),
    keep_trace: z.boolean().default(false),
  })
  .openapi("MentalModelTriggerOutput");

/** What was sent, null as well; absent fields stay absent. */
export function triggerFrom(body: z.output<typeof TriggerBody>): Partial<Trigger> {
  const fields: { readonly [K in keyof Trigger]: Trigger[K] | undefined } = {
    mode: body.mode,
    refreshAfterConsolidation: body.refresh_after_consolidation,
    refreshCron: body.refresh_cron,
    fullRefreshCron: body.full_refresh_cron,
    minRefreshIntervalSeconds: body.min_refresh_interval_seconds,
    budget: body.budget,
    factTypes: body.fact_types,
    excludeMentalModels: body.exclude_mental_models,
    excludeMentalModelIds: body.exclude_mental_model_ids,
    tagsMatch: body.tags_match,
    tagGroups: body.tag_groups,
    includeChunks: body.include_chunks,
    recallMaxTokens: body.recall_max_tokens,
    recallChunksMaxTokens: body.recall_chunks_max_tokens,
    searchObservationsMaxTokens: body.reflect_search_observations_max_tokens,
    searchObservationsIncludeEntities: body.reflect_search_observations_include_entities,
    responseSchema: body.response_schema,
    keepTrace: body.keep_trace,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Trigger>;
}

export function triggerReply(trigger: Trigger): z.input<typeof TriggerReply> {
  return {
    budget: trigger.budget,
    mode: trigger.mode,
    refresh_after_consolidation: trigger.refreshAfterConsolidation,
    refresh_cron: trigger.refreshCron,
    full_refresh_cron: trigger.fullRefreshCron,
    min_refresh_interval_seconds: trigger.minRefreshIntervalSeconds,
    fact_types: trigger.factTypes === null ? null : [...trigger.factTypes],
    exclude_mental_models: trigger.excludeMentalModels,
    exclude_mental_model_ids: trigger.excludeMentalModelIds === null ? null : [...trigger.excludeMentalModelIds],
    tags_match: trigger.tagsMatch,
    tag_groups: trigger.tagGroups === null ? null : [...trigger.tagGroups],
    include_chunks: trigger.includeChunks,
    recall_max_tokens: trigger.recallMaxTokens,
    recall_chunks_max_tokens: trigger.recallChunksMaxTokens,
    reflect_search_observations_max_tokens: trigger.searchObservationsMaxTokens,
    reflect_search_observations_include_entities: trigger.searchObservationsIncludeEntities,
    response_schema: trigger.responseSchema === null ? null : { ...trigger.responseSchema },
    keep_trace: trigger.keepTrace,
  };
}
