// Memories on the wire: the list and the single one.
// In: query parameters. Out: the engine's filter, and the contract's replies.

import {
  HindsightError,
  MEMORY_KINDS,
  type MemoryDetail,
  type MemoryFilter,
  type MemoryKind,
  type MemoryRead,
} from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { paging, search, tagFilter } from "./query.js";
import { choice, maybe, name } from "./scalars.js";
import { instantOf, isoOrNull } from "./time.js";
import { trustFields, trustReply } from "./trust.js";

const CONSOLIDATION_STATES = ["pending", "done", "failed"] as const;
const STATES = ["valid", "invalidated"] as const;

/** Filters that a list of memories and a graph of them have in common. */
export const sharedFilters = {
  consolidation_state: maybe(name("pending, done or failed")),
  entity_id: maybe(name("Memories about this entity (UUID)")),
  time_field: maybe(choice(["created_at", "updated_at", "mentioned_at", "occurred_start", "occurred_end"])),
  start_date: maybe(name("From here on, ISO 8601")),
  end_date: maybe(name("Until here, ISO 8601")),
} as const;

export const MemoryListQuery = z.object({
  type: maybe(name("Kind: world, experience or observation")),
  q: search("Words that the text contains"),
  state: maybe(name("valid or invalidated")),
  document_id: maybe(name("Memories of this document")),
  ...tagFilter,
  ...sharedFilters,
  ...paging(100),
});

type SharedQuery = z.output<z.ZodObject<typeof sharedFilters>>;
type SharedFilter = Pick<MemoryFilter, "entityId" | "consolidationState" | "timeField" | "startDate" | "endDate">;

export function sharedFilter(query: SharedQuery): SharedFilter {
  return {
    entityId: query.entity_id == null ? null : uuid("entity_id", query.entity_id),
    consolidationState: oneOf("consolidation_state", CONSOLIDATION_STATES, query.consolidation_state),
    timeField: query.time_field ?? null,
    startDate: instantParameter("start_date", query.start_date),
    endDate: instantParameter("end_date", query.end_date),
  };
}

function oneOf<T extends string>(label: string, words: readonly T[], value: string | null | undefined): T | null {
  if (value == null || value === "") return null;
  const found = words.find((word) => word === value);
  if (found === undefined) throw new HindsightError("bad_argument", `${label} '${value}' is unknown; it takes ${words.join(", ")}.`);
  return found;
}

export function instantParameter(label: string, value: string | null | undefined): Date | null {
  if (value == null || value === "") return null;
  const at = instantOf(value);
  if (at === null) throw new HindsightError("bad_argument", `${label} '${value}' is not an ISO 8601 date.`);
  return at;
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Checks an id that the contract says is a UUID. */
export function uuid(label: string, value: string): string {
  if (!UUID.test(value)) throw new HindsightError("bad_argument", `${label} '${value.slice(0, 100)}' is not a UUID.`);
  const digits = value.replaceAll("-", "").toLowerCase();
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
}

/** The engine's filter; null when it can match nothing (an unknown kind). */
export function memoryFilter(query: z.output<typeof MemoryListQuery>): MemoryFilter | null {
  const filter = {
    state: oneOf("state", STATES, query.state),
    q: query.q ?? null,
    documentId: query.document_id ?? null,
    tags: query.tags ?? [],
    tagsMatch: query.tags_match,
    ...sharedFilter(query),
    limit: query.limit,
    offset: query.offset,
  };
  if (query.type == null || query.type === "") return { ...filter, type: null };
  const kind = memoryKind(query.type);
  return kind === null ? null : { ...filter, type: kind };
}

export function memoryKind(type: string): MemoryKind | null {
  return MEMORY_KINDS.find((kind) => kind === type) ?? null;
}

const MemoryUnitListItem = z
  .object({
    id: z.string(),
    text: z.string().default(""),
    context: z.string().default(""),
    date: z.string().default(""),
    fact_type: z.string().nullish(),
    document_id: z.string().nullish(),
    mentioned_at: z.string().nullish(),
    occurred_start: z.string().nullish(),
    occurred_end: z.string().nullish(),
    entities: z.string().default(""),
    chunk_id: z.string().nullish(),
    proof_count: z.int().default(1),
    tags: z.array(z.string()).default([]),
    metadata: z.record(z.string(), z.unknown()).default({}),
    consolidated_at: z.string().nullish(),
    consolidation_failed_at: z.string().nullish(),
    state: z.string().default("valid"),
    invalidation_reason: z.string().nullish(),
    invalidated_at: z.string().nullish(),
    edited_at: z.string().nullish(),
    created_at: z.string().nullish().openapi({ description: "When it was stored. Beyond the contract" }),
    updated_at: z.string().nullish(),
    source_memory_ids: z.array(z.string()).default([]),
    ...trustFields,
  })
  .openapi("MemoryUnitListItem");

export const MemoryListReply = z
  .object({ items: z.array(MemoryUnitListItem), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("ListMemoryUnitsResponse");

/** The day the memory is about, as lists show it. */
function dateOf(memory: MemoryDetail): string {
  return isoOrNull(memory.occurredStart ?? memory.mentionedAt) ?? "";
}

export function memoryListItem(memory: MemoryDetail): z.input<typeof MemoryUnitListItem> {
  return {
    id: memory.id,
    text: memory.text,
    context: memory.context ?? "",
    date: dateOf(memory),
    fact_type: memory.kind,
    document_id: memory.documentId,
    mentioned_at: isoOrNull(memory.mentionedAt),
    occurred_start: isoOrNull(memory.occurredStart),
    occurred_end: isoOrNull(memory.occurredEnd),
    entities: memory.entities.join(", "),
    chunk_id: memory.chunkId,
    proof_count: Math.max(1, memory.proofCount),
    tags: [...memory.tags],
    metadata: memory.metadata,
    consolidated_at: isoOrNull(memory.consolidatedAt),
    consolidation_failed_at: isoOrNull(memory.consolidationFailedAt),
    state: memory.state,
    invalidation_reason: memory.invalidationReason,
    invalidated_at: isoOrNull(memory.invalidatedAt),
    edited_at: isoOrNull(memory.editedAt),
    created_at: isoOrNull(memory.createdAt),
    updated_at: isoOrNull(memory.updatedAt),
    source_memory_ids: [...(memory.sourceMemoryIds ?? [])],
    ...trustReply(memory),
  };
}

/** The single memory; its route has no reply model in the contract, the fields are those observed. */
export function memoryReply(memory: MemoryRead): Record<string, unknown> {
  return {
    id: memory.id,
    text: memory.text,
    context: memory.context ?? "",
    date: dateOf(memory),
    type: memory.kind,
    mentioned_at: isoOrNull(memory.mentionedAt),
    occurred_start: isoOrNull(memory.occurredStart),
    occurred_end: isoOrNull(memory.occurredEnd),
    entities: memory.entities,
    document_id: memory.documentId,
    chunk_id: memory.chunkId,
    tags: memory.tags,
    metadata: memory.metadata,
    sources: memory.sources.map(({ documentId, chunkId, mentionedAt }) => ({
      document_id: documentId,
      chunk_id: chunkId,
      mentioned_at: isoOrNull(mentionedAt),
    })),
    source_count: memory.sources.length,
    observation_scopes: memory.observationScopes,
    state: memory.state,
    invalidation_reason: memory.invalidationReason,
    invalidated_at: isoOrNull(memory.invalidatedAt),
    edited_at: isoOrNull(memory.editedAt),
    consolidated_at: isoOrNull(memory.consolidatedAt),
    consolidation_failed_at: isoOrNull(memory.consolidationFailedAt),
    ...trustReply(memory),
    ...(memory.evidence === null ? {} : beliefFields(memory.evidence, memory)),
  };
}

/** What an observation has beside: the contract's sources, and which of their words bear it out. */
function beliefFields(evidence: NonNullable<MemoryRead["evidence"]>, { proofCount, trend }: MemoryRead): Record<string, unknown> {
  return {
    history: [],
    source_memory_ids: evidence.map(({ id }) => id),
    source_memories: evidence.map((fact) => ({
      id: fact.id,
      text: fact.text,
      type: fact.kind,
      context: fact.context,
      occurred_start: isoOrNull(fact.occurredStart),
      mentioned_at: isoOrNull(fact.mentionedAt),
    })),
    proof_count: proofCount,
    evidence: evidence.map(({ id, quote, mentionedAt }) => ({ memory_id: id, quote, mentioned_at: isoOrNull(mentionedAt) })),
    trend,
  };
}
