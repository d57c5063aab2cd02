// Mental models on the wire.
// In: the contract's requests. Out: the engine's fields and filter, and the contract's replies.

import type { MentalModel, MentalModelChange, MentalModelDetail, MentalModelFields, MentalModelFilter } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything, bankPath } from "./common.js";
import { paging, queryList } from "./query.js";
import { choice, flag, integer, maybe, name, preset, prose } from "./scalars.js";
import { iso, isoOrNull } from "./time.js";
import { TriggerBody, TriggerReply, triggerFrom, triggerReply } from "./trigger.js";

export const modelPath = bankPath.extend({ mental_model_id: name("Id of the mental model") });

const maxTokens = () => integer({ min: 256, max: 8192, about: "Length of the content that is wished for" });
const detail = () => choice(["metadata", "content", "full"], "literal_error", "metadata leaves out the content, content what it stands on");

export const CreateMentalModelBody = z
  .object({
    id: maybe(name("Id of your choice; made up if unset")),
    name: prose("Name for people"),
    source_query: prose("The question that the content answers"),
    tags: z.array(name()).default([]).openapi({ description: "Tags of the model, and of the memories that it looks at" }),
    max_tokens: preset(maxTokens(), 2048),
    trigger: TriggerBody.prefault({}).openapi({ default: {} }),
  })
  .openapi("CreateMentalModelRequest");

export const UpdateMentalModelBody = z
  .object({
    name: maybe(prose()),
    source_query: maybe(prose("Another question is answered at once, in full")),
    max_tokens: maybe(maxTokens()),
    tags: z.array(name()).nullish(),
    trigger: TriggerBody.nullish().openapi({ description: "Only the fields that are sent change; null unsets one" }),
  })
  .openapi("UpdateMentalModelRequest");

export const RefreshMentalModelBody = z
  .object({ mode: maybe(choice(["full"], "literal_error", "Write all of it anew this once")) })
  .nullish()
  .openapi("RefreshMentalModelRequest");

export const MentalModelQuery = z.object({ detail: preset(detail(), "full") });

export const MentalModelListQuery = z.object({
  tags: queryList("Tags to filter by; may be given several times"),
  tags_match: preset(
    choice(["any", "all", "exact"], "literal_error", "any, all: shares or holds them, or has none; exact: has these and no others"),
    "any",
  ),
  detail: preset(detail(), "metadata"),
  ...paging(100, { min: 1, max: 1000 }),
  exclude_knowledge_pages: preset(flag("Only models without a place in the tree of pages"), false),
});

export const CreateMentalModelReply = z
  .object({ mental_model_id: z.string().nullish(), operation_id: z.string() })
  .openapi("CreateMentalModelResponse");

export const RefreshMentalModelReply = z.object({ operation_id: z.string(), status: z.string() }).openapi("AsyncOperationSubmitResponse");

export const MentalModelReply = z
  .object({
    id: z.string(),
    bank_id: z.string(),
    name: z.string(),
    source_query: z.string().nullish(),
    content: z.string().nullish(),
    tags: z.array(z.string()).default([]),
    max_tokens: z.int().nullish(),
    trigger: TriggerReply.nullish(),
    last_refreshed_at: z.string().nullish(),
    last_memory_seen_at: z.string().nullish(),
    last_refresh_failed_at: z.string().nullish(),
    last_full_refreshed_at: z.string().nullish(),
    created_at: z.string().nullish(),
    is_knowledge_page: z.boolean().nullish(),
    reflect_response: anything().nullish(),
    is_stale: z.boolean().nullish(),
    staleness_code: z
      .enum(["sources_gone", "not_answered", "memories_changed"])
      .nullish()
      .openapi({ description: "Why it is stale, in a word. Beyond the contract" }),
    staleness_reason: z.string().nullish().openapi({ description: "Why it is stale. Beyond the contract" }),
  })
  .openapi("MentalModelResponse");

export const MentalModelListReply = z
  .object({ items: z.array(MentalModelReply), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("MentalModelListResponse");

export function newModel(body: z.output<typeof CreateMentalModelBody>): MentalModelFields {
  const { id = null, name: title, source_query: sourceQuery, tags, max_tokens: tokens, trigger } = body;
  return { id, name: title, sourceQuery, tags, maxTokens: tokens, trigger: triggerFrom(trigger) };
}

/** Null means "not sent", as in the other changes of the contract; inside the trigger it unsets a field. */
export function modelChange(body: z.output<typeof UpdateMentalModelBody>): Partial<Omit<MentalModelFields, "id">> {
  return {
    ...(body.name == null ? {} : { name: body.name }),
    ...(body.source_query == null ? {} : { sourceQuery: body.source_query }),
    ...(body.max_tokens == null ? {} : { maxTokens: body.max_tokens }),
    ...(body.tags == null ? {} : { tags: body.tags }),
    ...(body.trigger == null ? {} : { trigger: triggerFrom(body.trigger) }),
  };
}

export function modelFilter(query: z.output<typeof MentalModelListQuery>): MentalModelFilter & { readonly detail: MentalModelDetail } {
  const { tags, tags_match: tagsMatch, exclude_knowledge_pages: excludeKnowledgePages, ...rest } = query;
  return { ...rest, tags: tags ?? [], tagsMatch, excludeKnowledgePages };
}

/** What the detail leaves out is null. */
export function modelReply(model: MentalModel, bankId: string, level: MentalModelDetail = "full"): z.input<typeof MentalModelReply> {
  const isTold = level !== "metadata";
  return {
    id: model.id,
    bank_id: bankId,
    name: model.name,
    source_query: isTold ? model.sourceQuery : null,
    content: isTold ? model.content : null,
    tags: [...model.tags],
    max_tokens: isTold ? model.maxTokens : null,
    trigger: isTold ? triggerReply(model.trigger) : null,
    last_refreshed_at: isoOrNull(model.lastRefreshedAt),
    last_memory_seen_at: isoOrNull(model.lastMemorySeenAt),
    last_refresh_failed_at: isoOrNull(model.lastRefreshFailedAt),
    last_full_refreshed_at: isoOrNull(model.lastFullRefreshedAt),
    created_at: iso(model.createdAt),
    is_knowledge_page: model.isKnowledgePage,
    reflect_response: level === "full" ? model.reflectResponse : null,
    is_stale: model.isStale,
    staleness_code: model.stalenessCode,
    staleness_reason: model.stalenessReason,
  };
}

export function historyReply(change: MentalModelChange): Readonly<Record<string, unknown>> {
  return {
    previous_content: change.previousContent,
    previous_reflect_response: change.previousReflectResponse,
    changed_at: iso(change.changedAt),
    kind: change.kind,
    outcome: change.outcome,
    failure_reason: change.failureReason,
    error_message: change.errorMessage,
  };
}
