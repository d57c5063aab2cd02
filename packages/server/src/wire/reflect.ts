// Reflection on the wire.
// In: the contract's request. Out: the engine's request, and the contract's reply.

import {
  type BasedOn,
  HindsightError,
  MEMORY_KINDS,
  type RecalledMemory,
  type ReflectProgress,
  type ReflectRequest,
  type ReflectResult,
} from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { attachmentsReply } from "./attachments.js";
import { anything, ChunkAttachment, textMap } from "./common.js";
import { tagsMatch } from "./query.js";
import { TokenUsage, tokensReply } from "./retain.js";
import { choice, flag, integer, maybe, name, preset, prose } from "./scalars.js";
import { tagGroups } from "./tag-groups.js";
import { isoOrNull } from "./time.js";

const FactsIncludeOptions = z.object({}).openapi("FactsIncludeOptions");
const ToolCallsIncludeOptions = z.object({ output: preset(flag("With what the tools brought"), true) }).openapi("ToolCallsIncludeOptions");
const ReflectIncludeOptions = z
  .object({
    facts: FactsIncludeOptions.nullish().openapi({ description: "{} for based_on: what the answer stands on" }),
    tool_calls: ToolCallsIncludeOptions.nullish().openapi({ description: "For trace: what was searched" }),
  })
  .openapi("ReflectIncludeOptions");

export const ReflectBody = z
  .object({
    query: prose("The question"),
    budget: preset(choice(["low", "mid", "high"], "enum"), "low"),
    context: maybe(prose("Said to the model besides the question")).openapi({ deprecated: true }),
    max_tokens: preset(integer({ about: "Length of the answer that is wished for" }), 4096),
    include: ReflectIncludeOptions.optional(),
    response_schema: anything().nullish().openapi({ description: "Schema of an object: the answer is given in that form as well" }),
    tags: z.array(name()).nullish().openapi({ description: "Tags to filter by, as tags_match says" }),
    tags_match: preset(tagsMatch(), "any"),
    tag_groups: tagGroups(),
    apply_all_directives: preset(flag("Directives of every tag, not of the request's alone"), false),
    fact_types: z
      .array(choice(["world", "experience", "observation"]))
      .nullish()
      .openapi({ description: "Kinds of memory to look at" }),
    exclude_mental_models: preset(flag("Do not look at mental models"), false),
    exclude_mental_model_ids: z.array(name()).nullish(),
    reflect_search_observations_max_tokens: maybe(integer({ min: 1, about: "Most tokens of one search of observations; 5000 if unset" })),
    reflect_search_observations_include_entities: maybe(flag("Entities beside observations; true if unset")),
  })
  .openapi("ReflectRequest");

const nullableText = () => z.string().nullish();

const ReflectFact = z
  .object({
    id: nullableText(),
    text: z.string(),
    type: nullableText(),
    context: nullableText(),
    occurred_start: nullableText(),
    occurred_end: nullableText(),
    mentioned_at: nullableText(),
    document_id: nullableText(),
    chunk_id: nullableText(),
    tags: z.array(z.string()).nullish(),
    metadata: textMap().nullish(),
    attachments: z.array(ChunkAttachment).nullish(),
  })
  .openapi("ReflectFact");
const ReflectMentalModel = z.object({ id: z.string(), text: z.string(), context: nullableText() }).openapi("ReflectMentalModel");
const ReflectDirective = z.object({ id: z.string(), name: z.string(), content: z.string() }).openapi("ReflectDirective");

const ReflectBasedOn = z
  .object({
    memories: z.array(ReflectFact).default([]),
    mental_models: z.array(ReflectMentalModel).default([]),
    directives: z.array(ReflectDirective).default([]),
  })
  .openapi("ReflectBasedOn");

const ReflectToolCall = z
  .object({ tool: z.string(), input: anything(), output: anything().nullish(), duration_ms: z.int(), iteration: z.int().default(0) })
  .openapi("ReflectToolCall");
export const ReflectLLMCall = z.object({ scope: z.string(), duration_ms: z.int() }).openapi("ReflectLLMCall");
const ReflectTrace = z
  .object({ tool_calls: z.array(ReflectToolCall).default([]), llm_calls: z.array(ReflectLLMCall).default([]) })
  .openapi("ReflectTrace");

export const ReflectReply = z
  .object({
    text: z.string(),
    based_on: z.union([ReflectBasedOn, z.null()]).optional(),
    structured_output: anything().nullish(),
    structured_output_error: nullableText(),
    usage: z.union([TokenUsage, z.null()]).optional(),
    trace: z.union([ReflectTrace, z.null()]).optional(),
    extractive: z
      .boolean()
      .openapi({ description: "No language model took part: the text is put together from memories. Beyond the contract" }),
  })
  .openapi("ReflectResponse");

type ReflectInput = z.output<typeof ReflectBody>;

export function reflectRequest(body: ReflectInput): ReflectRequest {
  if (body.tags != null && body.tag_groups != null) {
    throw new HindsightError("invalid_request", "tags and tag_groups exclude one another: put the tags into a group.");
  }
  return {
    query: body.query,
    budget: body.budget,
    maxTokens: body.max_tokens,
    context: body.context ?? null,
    responseSchema: body.response_schema ?? null,
    tags: body.tags ?? null,
    tagsMatch: body.tags_match,
    tagGroups: body.tag_groups ?? null,
    applyAllDirectives: body.apply_all_directives,
    factTypes: body.fact_types == null ? null : MEMORY_KINDS.filter((kind) => body.fact_types?.includes(kind)),
    excludeMentalModels: body.exclude_mental_models,
    excludeMentalModelIds: body.exclude_mental_model_ids ?? null,
    searchObservationsMaxTokens: body.reflect_search_observations_max_tokens ?? null,
    searchObservationsIncludeEntities: body.reflect_search_observations_include_entities ?? null,
  };
}

export function reflectReply(result: ReflectResult, { include }: ReflectInput): z.input<typeof ReflectReply> {
  const { toolCalls, llmCalls } = result.trace;
  const traced = include?.tool_calls ?? null;
  return {
    text: result.text,
    based_on: include?.facts == null ? null : basedOnReply(result.basedOn, result.bankId),
    structured_output: result.structuredOutput,
    structured_output_error: result.structuredOutputError,
    usage: tokensReply(result.usage),
    trace:
      traced === null
        ? null
        : {
            tool_calls: toolCalls.map(({ tool, input, output, durationMs, iteration }) => ({
              tool,
              input,
              output: traced.output ? output : null,
              duration_ms: durationMs,
              iteration,
            })),
            llm_calls: llmCalls.map(({ scope, durationMs }) => ({ scope, duration_ms: durationMs })),
          },
    extractive: result.extractive,
  };
}

function basedOnReply({ memories, mentalModels, directives }: BasedOn, bankId: string): z.input<typeof ReflectBasedOn> {
  return { memories: memories.map((memory) => factReply(memory, bankId)), mental_models: [...mentalModels], directives: [...directives] };
}

function factReply(memory: RecalledMemory, bankId: string): z.input<typeof ReflectFact> {
  return {
    id: memory.id,
    text: memory.text,
    type: memory.kind,
    context: memory.context,
    occurred_start: isoOrNull(memory.occurredStart),
    occurred_end: isoOrNull(memory.occurredEnd),
    mentioned_at: isoOrNull(memory.mentionedAt),
    document_id: memory.documentId,
    chunk_id: memory.chunkId,
    tags: [...memory.tags],
    metadata: memory.metadata,
    attachments: attachmentsReply(bankId, memory.attachments),
  };
}

/** The data of an event; its name is the progress' type. */
export function progressData(progress: ReflectProgress): Readonly<Record<string, unknown>> {
  const { type: _, ...data } = progress;
  return data;
}
