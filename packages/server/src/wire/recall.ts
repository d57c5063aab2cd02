// Recall on the wire.
// In: the contract's request. Out: the engine's request, and the contract's reply.

import {
  HindsightError,
  MEMORY_KINDS,
  type MemoryKind,
  type RecalledMemory,
  type RecallRequest,
  type RecallResult,
} from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { attachmentsReply } from "./attachments.js";
import { anything, ChunkAttachment, textMap } from "./common.js";
import { tagsMatch } from "./query.js";
import { choice, flag, float, integer, leaf, maybe, name, preset } from "./scalars.js";
import { tagGroups } from "./tag-groups.js";
import { instant, instantOf, isoOrNull } from "./time.js";
import { trustFields, trustReply } from "./trust.js";

const query = leaf({ type: "string", description: "The question, or the words to look for" }, (value, fail) => {
  if (typeof value !== "string") return fail("string_type", "Must be a string");
  const text = value.replaceAll("\0", "");
  return /[\p{L}\p{N}_]/u.test(text)
    ? text
    : fail("value_error", "Must contain at least one letter or digit", { error: "no word in the query" });
});

const tokenLimit = (about: string, preset_: number) => preset(integer({ about }), preset_);

const EntityIncludeOptions = z.object({ max_tokens: tokenLimit("Most tokens of entities", 500) }).openapi("EntityIncludeOptions");
const ChunkIncludeOptions = z.object({ max_tokens: tokenLimit("Most tokens of chunks", 8192) }).openapi("ChunkIncludeOptions");
const SourceFactsIncludeOptions = z
  .object({
    max_tokens: tokenLimit("Most tokens of source facts", 4096),
    max_tokens_per_observation: tokenLimit("Most tokens of source facts per observation; -1 is no limit", -1),
  })
  .openapi("SourceFactsIncludeOptions");

const IncludeOptions = z
  .object({
    entities: EntityIncludeOptions.nullish().openapi({
      description: "Entities of the results; null leaves them out",
      default: { max_tokens: 500 },
    }),
    chunks: ChunkIncludeOptions.nullish(),
    source_facts: SourceFactsIncludeOptions.nullish(),
  })
  .openapi("IncludeOptions");

const score = () => maybe(float());
const MinScores = z.object({ semantic: score(), keyword: score(), reranker: score(), final: score() }).openapi("MinScores");

const TemporalWindow = z
  .object({ start: instant(), end: instant() })
  .refine((window) => (instantOf(window.start) as Date) <= (instantOf(window.end) as Date), { error: "start must not be after end" })
  .openapi("TemporalWindow");

export const RecallBody = z
  .object({
    query,
    types: z.array(name()).nullish().openapi({ description: "Kinds of memory to return: world, experience, observation" }),
    prefer_observations: maybe(flag("Observations replace the facts they rest on; null is the bank's setting")),
    budget: preset(choice(["low", "mid", "high"], "enum"), "mid"),
    max_tokens: tokenLimit("Most tokens of results", 4096),
    trace: preset(flag("Explain every result"), false),
    query_timestamp: maybe(name("When the question is asked, ISO 8601: relative dates count from here")),
    include: IncludeOptions.prefault({}).openapi({ default: {} }),
    tags: z.array(name()).nullish().openapi({ description: "Tags to filter by, as tags_match says" }),
    tags_match: preset(tagsMatch(), "any"),
    tag_groups: tagGroups(),
    min_scores: MinScores.nullish(),
    temporal_window: TemporalWindow.nullish(),
    rerank_budget_ms: maybe(
      integer({
        min: 0,
        max: 60_000,
        about: "Longest time of the cross-encoder in milliseconds; 0 leaves it out, null is the bank's setting",
      }),
    ),
    format: preset(choice(["memories", "prompt"], "enum"), "memories").openapi({
      description: "prompt: the results also as one block of text for a language model, fenced as data, within max_tokens as a whole",
    }),
  })
  .openapi("RecallRequest");

type RecallInput = z.output<typeof RecallBody>;

/** Retired kind that older clients still name: it matches nothing. */
const RETIRED_KIND = "opinion";

/** Kinds to search, null for all, or an empty list when only retired ones were asked for. */
export function recallKinds(types: readonly string[] | null | undefined): readonly MemoryKind[] | null {
  if (types === null || types === undefined || types.length === 0) return null;
  const unknown = types.filter((type) => type !== RETIRED_KIND && !(MEMORY_KINDS as readonly string[]).includes(type));
  if (unknown.length > 0) {
    throw new HindsightError("invalid_request", `Unknown type '${unknown[0]}'. Allowed are: ${[...MEMORY_KINDS].sort().join(", ")}.`);
  }
  return [...new Set(types.filter((type): type is MemoryKind => type !== RETIRED_KIND))];
}

function minScores(floors: z.output<typeof MinScores>): NonNullable<RecallRequest["minScores"]> {
  const { semantic = null, keyword = null, reranker = null, final = null } = floors;
  return { semantic, keyword, reranker, final };
}

export function recallRequest(body: RecallInput): RecallRequest {
  if (body.tags != null && body.tag_groups != null) {
    throw new HindsightError("invalid_request", "tags and tag_groups exclude one another: put the tags into a group.");
  }
  if (body.query_timestamp != null && instantOf(body.query_timestamp) === null) {
    throw new HindsightError("bad_argument", `query_timestamp '${body.query_timestamp}' is not an ISO 8601 date and time.`);
  }
  const { entities, chunks, source_facts } = body.include;
  return {
    query: body.query,
    types: recallKinds(body.types),
    preferObservations: body.prefer_observations ?? null,
    budget: body.budget,
    maxTokens: body.max_tokens,
    trace: body.trace,
    queryTimestamp: body.query_timestamp ?? null,
    include: {
      ...(entities === undefined ? {} : { entities: entities === null ? null : { maxTokens: entities.max_tokens } }),
      chunks: chunks == null ? null : { maxTokens: chunks.max_tokens },
      sourceFacts:
        source_facts == null
          ? null
          : { maxTokens: source_facts.max_tokens, maxTokensPerObservation: source_facts.max_tokens_per_observation },
    },
    tags: body.tags ?? null,
    tagsMatch: body.tags_match,
    tagGroups: body.tag_groups ?? null,
    minScores: body.min_scores == null ? null : minScores(body.min_scores),
    temporalWindow: body.temporal_window ?? null,
    format: body.format,
    rerankBudgetMs: body.rerank_budget_ms ?? null,
  };
}

const RecallScores = z
  .object({ final: z.number(), reranker: z.number().nullish(), semantic: z.number().nullish(), keyword: z.number().nullish() })
  .openapi("RecallScores");

const RecallResultBody = z
  .object({
    id: z.string(),
    text: z.string(),
    type: z.string().nullish(),
    entities: z.array(z.string()).nullish(),
    context: z.string().nullish(),
    occurred_start: z.string().nullish(),
    occurred_end: z.string().nullish(),
    mentioned_at: z.string().nullish(),
    document_id: z.string().nullish(),
    metadata: textMap().nullish(),
    chunk_id: z.string().nullish(),
    tags: z.array(z.string()).nullish(),
    source_fact_ids: z.array(z.string()).nullish(),
    scores: RecallScores.nullish(),
    attachments: z.array(ChunkAttachment).nullish(),
    ...trustFields,
  })
  .openapi("RecallResult");

const EntityObservationResponse = z.object({ text: z.string(), mentioned_at: z.string().nullish() }).openapi("EntityObservationResponse");
const EntityStateResponse = z
  .object({ entity_id: z.string(), canonical_name: z.string(), observations: z.array(EntityObservationResponse) })
  .openapi("EntityStateResponse");
const ChunkData = z
  .object({
    id: z.string(),
    text: z.string(),
    chunk_index: z.int(),
    truncated: z.boolean().default(false),
    attachments: z.array(ChunkAttachment).nullish(),
  })
  .openapi("ChunkData");

export const RecallReply = z
  .object({
    results: z.array(RecallResultBody),
    prompt: z
      .string()
      .nullish()
      .openapi({ description: 'With format prompt: the results as text for a language model; "" when none was found or fits' }),
    prompt_tokens: z.int().nullish(),
    prompt_left_out: z.int().nullish().openapi({ description: "Results that did not fit into the prompt" }),
    trace: anything().nullish(),
    entities: z.record(z.string(), EntityStateResponse).nullish(),
    chunks: z.record(z.string(), ChunkData).nullish(),
    source_facts: z.record(z.string(), RecallResultBody).nullish(),
    source_facts_truncated: z.boolean().nullish(),
    degraded: z.array(z.string()).nullish().openapi({
      description: "What was cut short or could not take part: embedding, reranker_time, reranker_failed, …; absent when nothing was",
    }),
  })
  .openapi("RecallResponse");

export { EntityObservationResponse };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function recalled(memory: RecalledMemory, bankId: string): z.input<typeof RecallResultBody> {
  return {
    id: memory.id,
    text: memory.text,
    type: memory.kind,
    entities: memory.entities as Mutable<typeof memory.entities>,
    context: memory.context,
    occurred_start: isoOrNull(memory.occurredStart),
    occurred_end: isoOrNull(memory.occurredEnd),
    mentioned_at: isoOrNull(memory.mentionedAt),
    document_id: memory.documentId,
    metadata: memory.metadata,
    chunk_id: memory.chunkId,
    tags: [...memory.tags],
    source_fact_ids: memory.sourceFactIds === null ? null : [...memory.sourceFactIds],
    scores: { ...memory.scores },
    attachments: attachmentsReply(bankId, memory.attachments),
    ...trustReply(memory),
  };
}

export function recallReply(result: RecallResult, bankId: string): z.input<typeof RecallReply> {
  return {
    results: result.results.map((memory) => recalled(memory, bankId)),
    ...(result.prompt === null ? {} : promptReply(result.prompt)),
    trace: result.trace,
    entities:
      result.entities === null
        ? null
        : mapValues(result.entities, (each) => ({ entity_id: each.entityId, canonical_name: each.canonicalName, observations: [] })),
    chunks:
      result.chunks === null
        ? null
        : mapValues(result.chunks, (each) => ({
            id: each.id,
            text: each.text,
            chunk_index: each.chunkIndex,
            truncated: each.truncated,
            attachments: attachmentsReply(bankId, each.attachments),
          })),
    source_facts: result.sourceFacts === null ? null : mapValues(result.sourceFacts, (memory) => recalled(memory, bankId)),
    source_facts_truncated: result.sourceFactsTruncated,
    ...(result.degraded.length === 0 ? {} : { degraded: [...result.degraded] }),
  };
}

/** Said only where it was asked for, so that other replies are the contract's. */
function promptReply({
  text,
  tokens,
  leftOut,
}: NonNullable<RecallResult["prompt"]>): Pick<z.input<typeof RecallReply>, "prompt" | "prompt_tokens" | "prompt_left_out"> {
  return { prompt: text, prompt_tokens: tokens, prompt_left_out: leftOut };
}

/** The answer when only retired kinds were asked for. */
export function nothingRecalled({ format }: RecallRequest): z.input<typeof RecallReply> {
  return {
    results: [],
    ...(format === "prompt" ? promptReply({ text: "", tokens: 0, leftOut: 0 }) : {}),
    trace: null,
    entities: null,
    chunks: null,
    source_facts: null,
    source_facts_truncated: null,
  };
}
