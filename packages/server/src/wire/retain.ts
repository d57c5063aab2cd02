// Retain on the wire.
// In: the contract's request. Out: the engine's request, and the contract's reply with our receipt.

import { type RetainReceipt, type RetainRequest, type RetainResult, TRUST_LEVELS, type UsageTotals } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { content } from "./attachments.js";
import { observationScopes } from "./common.js";
import { uuid } from "./memories.js";
import { choice, flag, leaf, maybe, name, preset, prose } from "./scalars.js";
import { checkInstant } from "./time.js";
import { Violation } from "./unprocessable.js";

/** A list; a string is read as JSON, else it is the only tag. */
const itemTags = leaf({ type: "array", items: { type: "string" }, description: "Tags of the item's memories" }, (value, fail) => {
  const list = typeof value === "string" ? tagsFromText(value) : value;
  if (!Array.isArray(list)) return fail("list_type", "Must be a list of tags");
  return list.map((tag, index) => {
    if (typeof tag !== "string") return fail("string_type", "Must be a string", undefined, [index]);
    return tag.includes("\0") ? fail("value_error", "Must not contain a NUL character", { error: "NUL character" }, [index]) : tag;
  });
});

function tagsFromText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // Not JSON: a plain tag, which is the documented reading of a string.
  }
  return [text];
}

const metadata = leaf(
  { type: "object", additionalProperties: { type: "string" }, description: "The caller's own key-value pairs" },
  (value, fail) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return fail("dict_type", "Must be an object of strings");
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (typeof each !== "string") return fail("string_type", "Must be a string", undefined, [key]);
        return [key.replaceAll("\0", ""), each.replaceAll("\0", "")];
      }),
    );
  },
);

export const timestamp = leaf(
  { type: "string", description: 'When it happened, ISO 8601; absent or null is now, "unset" is no date' },
  (value, fail) => (value === "unset" ? value : checkInstant(value, fail)),
);

const EntityInput = z.object({ text: name(), type: maybe(name()) }).openapi("EntityInput");

const MemoryItem = z
  .object({
    content,
    timestamp: maybe(timestamp),
    context: maybe(prose("What the content is about, or where it comes from")),
    metadata: maybe(metadata),
    document_id: maybe(name("Items of one id form one document; retaining it again replaces it")),
    entities: z.array(EntityInput).nullish(),
    resolve_entities: preset(flag("False takes the given entity names literally"), true),
    tags: maybe(itemTags),
    observation_scopes: observationScopes(),
    strategy: maybe(name("Named retain strategy of the bank")),
    update_mode: maybe(choice(["replace", "append"])),
    source_trust: maybe(choice(TRUST_LEVELS, "enum", "How far it is to be believed; absent is what the bank says")),
  })
  .openapi("MemoryItem");

export const RetainBody = z
  .object({
    items: z.array(MemoryItem),
    async: preset(flag("Answer at once and work in the background"), false),
    document_tags: z.array(name()).nullish().openapi({ description: "Tags for every document of the call", deprecated: true }),
    operation_id: maybe(name("UUID that makes the call idempotent: a replay returns the first answer")),
  })
  .openapi("RetainRequest");

export function retainRequest(body: z.output<typeof RetainBody>): RetainRequest {
  return {
    items: body.items.map((item) => ({
      content: item.content,
      timestamp: item.timestamp ?? null,
      context: item.context ?? null,
      metadata: item.metadata ?? null,
      documentId: item.document_id ?? null,
      entities: item.entities?.map((entity) => ({ text: entity.text, type: entity.type ?? null })) ?? null,
      resolveEntities: item.resolve_entities,
      tags: item.tags ?? null,
      observationScopes: item.observation_scopes ?? null,
      strategy: item.strategy ?? null,
      updateMode: item.update_mode ?? null,
      sourceTrust: item.source_trust ?? null,
    })),
    async: body.async,
    documentTags: body.document_tags ?? null,
    operationId: body.operation_id == null ? null : uuid("operation_id", body.operation_id),
  };
}

const tokens = () => z.int().default(0);

export const TokenUsage = z
  .object({ input_tokens: tokens(), output_tokens: tokens(), total_tokens: tokens(), cached_tokens: tokens(), thoughts_tokens: tokens() })
  .openapi("TokenUsage");

const ItemReceipt = z
  .object({
    index: z.int(),
    document_id: z.string(),
    outcome: z.enum(["stored", "updated", "unchanged", "collapsed", "empty", "superseded", "blocked"]),
    memory_ids: z.array(z.string()),
    chunks: z.int(),
    collapsed: z.int(),
    collapsed_into: z.array(z.string()),
    removed: z.int(),
  })
  .openapi("ItemReceipt");

const RetainReceiptBody = z
  .object({ items: z.array(ItemReceipt), stored: z.int(), collapsed: z.int(), removed: z.int(), pending_embeddings: z.int() })
  .openapi("RetainReceipt", { description: "What became of each item" });

const Redaction = z.object({ index: z.int(), detectors: z.array(z.string()) }).openapi("DefenseRedaction");

export const RetainReply = z
  .object({
    success: z.boolean(),
    bank_id: z.string(),
    items_count: z.int(),
    async: z.boolean(),
    operation_id: z.string().nullish(),
    operation_ids: z.array(z.string()).nullish(),
    usage: z.union([TokenUsage, z.null()]).optional(), // not nullish(), which would make the shared component nullable
    receipt: RetainReceiptBody.nullish(),
    violations: z.array(Violation).nullish().openapi({ description: "Items that the bank's memory defense did not let in" }),
    redactions: z.array(Redaction).nullish().openapi({ description: "Items that are stored without some of their text" }),
  })
  .openapi("RetainResponse");

export function retainReply(result: RetainResult): z.input<typeof RetainReply> {
  return {
    success: true,
    bank_id: result.bankId,
    items_count: result.itemsCount,
    async: result.async,
    operation_id: result.operationId,
    operation_ids: result.operationIds === null ? null : [...result.operationIds],
    usage: result.usage === null ? null : tokensReply(result.usage),
    receipt: result.receipt === null ? null : receipt(result.receipt),
    ...(result.defense === null || result.defense.violations.length === 0 ? {} : { violations: [...result.defense.violations] }),
    ...(result.defense === null || result.defense.redactions.length === 0
      ? {}
      : { redactions: result.defense.redactions.map(({ index, detectors }) => ({ index, detectors: [...detectors] })) }),
  };
}

export function tokensReply({ input, output, total, cached, thoughts }: UsageTotals): z.input<typeof TokenUsage> {
  return { input_tokens: input, output_tokens: output, total_tokens: total, cached_tokens: cached, thoughts_tokens: thoughts };
}

function receipt(each: RetainReceipt): z.input<typeof RetainReceiptBody> {
  return {
    items: each.items.map((item) => ({
      index: item.index,
      document_id: item.documentId,
      outcome: item.outcome,
      memory_ids: [...item.memoryIds],
      chunks: item.chunks,
      collapsed: item.collapsed,
      collapsed_into: [...item.collapsedInto],
      removed: item.removed,
    })),
    stored: each.stored,
    collapsed: each.collapsed,
    removed: each.removed,
    pending_embeddings: each.pendingEmbeddings,
  };
}

/** The receipt as an operation keeps it, bounded: `truncated` when not every item or memory is listed. */
export function storedReceipt(kept: unknown): z.input<typeof RetainReceiptBody> & { readonly truncated: boolean } {
  const { truncated, ...each } = kept as RetainReceipt & { readonly truncated: boolean };
  return { ...receipt(each), truncated };
}
