// Dry-run extraction on the wire.
// In: the contract's request, whose overrides have the names of bank settings. Out: the engine's request, and the contract's reply.

import type { DryRunRequest, DryRunResult } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { content } from "./attachments.js";
import { TokenUsage, timestamp, tokensReply } from "./retain.js";
import { choice, flag, integer, maybe, name, preset, prose } from "./scalars.js";
import { isoOrNull } from "./time.js";

const LabelValue = z.object({ value: name(), description: preset(prose(), "") }).openapi("LabelValue");
const LABEL_TYPES = ["value", "multi-values", "text", "multi-text", "map"] as const;

const MapField = z
  .object({
    type: preset(choice(LABEL_TYPES), "text"),
    description: preset(prose(), ""),
    values: z.array(LabelValue).default([]),
    get fields() {
      return z.record(z.string(), MapField).default({});
    },
  })
  .openapi("MapField");

const LabelGroup = z
  .object({
    key: name("Name of the group"),
    description: preset(prose(), ""),
    type: preset(choice(LABEL_TYPES), "value"),
    optional: preset(flag(), true),
    tag: preset(flag("The group's labels become tags too"), false),
    values: z.array(LabelValue).default([]),
    fields: z.record(z.string(), MapField).default({}),
  })
  .openapi("LabelGroup");

export const DryRunBody = z
  .object({
    content,
    context: preset(prose("What the content is about, or where it comes from"), ""),
    timestamp: maybe(timestamp),
    agent_name: maybe(name("Without effect")).openapi({ deprecated: true }),
    strategy: maybe(name("Named retain strategy of the bank")),
    retain_mission: maybe(prose("In place of the bank's")),
    retain_extraction_mode: maybe(name("In place of the bank's")),
    retain_custom_instructions: maybe(prose("In place of the bank's")),
    retain_extract_causal_links: maybe(flag("In place of the bank's")),
    retain_chunk_size: maybe(integer({ min: 1 })),
    entity_labels: z.array(LabelGroup).nullish(),
    entities_allow_free_form: maybe(flag("In place of the bank's")),
    llm_output_language: maybe(name("In place of the server's")),
  })
  .openapi("DryRunExtractRequest");

const ExtractedFact = z
  .object({
    text: z.string(),
    fact_type: z.string(),
    occurred_start: z.string().nullish(),
    occurred_end: z.string().nullish(),
    entities: z.array(z.string()).optional(),
    chunk_index: z.int().nullish(),
    attachments: z
      .array(z.object({ block_index: z.int(), type: z.enum(["image", "file"]), media_type: z.string() }).openapi("ExtractedFactAttachment"))
      .optional(),
  })
  .openapi("ExtractedFact");

const ExtractionChunk = z.object({ text: z.string(), fact_count: z.int() }).openapi("ExtractionChunk");

export const DryRunReply = z
  .object({ facts: z.array(ExtractedFact).optional(), chunks: z.array(ExtractionChunk).optional(), usage: TokenUsage.optional() })
  .openapi("DryRunExtractionResult");

export function dryRunRequest(body: z.output<typeof DryRunBody>): DryRunRequest {
  const { content, context, timestamp, strategy, agent_name: _, llm_output_language, ...overrides } = body;
  return {
    content,
    context,
    timestamp: timestamp ?? null,
    strategy: strategy ?? null,
    overrides: Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined)),
    outputLanguage: llm_output_language ?? null,
  };
}

export function dryRunReply({ facts, chunks, usage }: DryRunResult): z.input<typeof DryRunReply> {
  return {
    facts: facts.map((fact) => ({
      text: fact.text,
      fact_type: fact.kind,
      occurred_start: isoOrNull(fact.occurred?.start ?? null),
      occurred_end: isoOrNull(fact.occurred?.end ?? null),
      entities: [...fact.entities],
      chunk_index: fact.chunkIndex,
      attachments: fact.attachments.map((one) => ({ block_index: one.blockIndex, type: one.kind, media_type: one.mediaType })),
    })),
    chunks: chunks.map((chunk) => ({ text: chunk.text, fact_count: chunk.factCount })),
    usage: tokensReply(usage),
  };
}
