// What a refresh of a mental model would do, on the wire.
// In: the engine's dry run. Out: the contract's reply.

import type { DryRunRefresh } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything } from "./common.js";
import { ReflectLLMCall } from "./reflect.js";
import { TokenUsage, tokensReply } from "./retain.js";
import { tagGroups } from "./tag-groups.js";
import { iso, isoOrNull } from "./time.js";

const MODES = ["full", "delta"] as const;
const FALLBACKS = [
  "no_baseline_content",
  "source_query_changed",
  "structured_doc_unreadable",
  "delta_ops_failed",
  "delta_ops_all_skipped",
] as const;
const OUTCOMES = [
  "content_written",
  "content_unchanged",
  "content_preserved_no_new_facts",
  "refresh_failed_empty_candidate",
  "refresh_failed_delta_not_applied",
] as const;

const Counts = z.record(z.string(), z.int());
const DeltaOperations = z
  .object({ applied: z.array(anything()).optional(), skipped: z.array(anything()).optional() })
  .openapi("MentalModelDeltaOperations");
const Retraction = z
  .object({
    fact_ids: z.array(z.string()).optional(),
    fact_texts: z.array(z.string()).optional(),
    applied: z.boolean(),
    deferred_reason: z.string().nullish(),
  })
  .openapi("MentalModelRetraction");

const ToolCall = z
  .object({
    tool: z.string(),
    reason: z.string().nullish(),
    input: anything().optional(),
    output: anything().nullish(),
    updated_at: z.string().nullish(),
    result_count: z.int().nullish(),
    duration_ms: z.int(),
    iteration: z.int().default(0),
  })
  .openapi("MentalModelTraceToolCall");
const Trace = z
  .object({
    recorded_at: z.string().nullish(),
    effective_mode: z.enum(MODES),
    mode_fallback_reason: z.enum(FALLBACKS).nullish(),
    outcome: z.enum(OUTCOMES),
    tool_calls: z.array(ToolCall).optional(),
    llm_calls: z.array(ReflectLLMCall).optional(),
    delta_operations: DeltaOperations.nullish(),
    retraction: Retraction.nullish(),
    usage: TokenUsage.nullish(),
    duration_ms: z.int().default(0),
    warnings: z.array(z.string()).optional(),
  })
  .openapi("MentalModelRefreshTrace");

export const DryRunRefreshReply = z
  .object({
    mental_model_id: z.string(),
    name: z.string(),
    requested_mode: z.enum(MODES),
    effective_mode: z.enum(MODES),
    mode_fallback_reason: z.enum(FALLBACKS).nullish(),
    outcome: z.enum(OUTCOMES),
    would_persist: z.boolean(),
    scope: z
      .object({
        tags: z.array(z.string()).nullish(),
        tags_match: z.enum(["any", "all", "any_strict", "all_strict", "exact"]),
        tag_groups: tagGroups(),
        fact_types: z.array(z.string()).nullish(),
        exclude_mental_models: z.boolean(),
        exclude_mental_model_ids: z.array(z.string()).optional(),
      })
      .openapi("MentalModelRefreshScope"),
    window: z
      .object({ created_after: z.string().nullish(), created_before: z.string(), watermark: z.string().nullish() })
      .openapi("MentalModelRefreshWindow"),
    facts: z.object({ retrieved: Counts.optional(), used: Counts.optional() }).openapi("MentalModelFactCounts"),
    based_on: z.record(z.string(), z.array(anything())).optional(),
    current_content: z.string(),
    candidate_content: z.string(),
    preview_content: z.string(),
    diff: z.string(),
    delta_operations: DeltaOperations.nullish(),
    retraction: Retraction.nullish(),
    trace: Trace,
    usage: TokenUsage.optional(),
    duration_ms: z.int().default(0),
    warnings: z.array(z.string()).optional(),
  })
  .openapi("MentalModelDryRunRefreshResult");

/** The contract knows no name for a content that could not be put into the wanted form; the warnings tell it. */
const outcomeOf = (outcome: DryRunRefresh["outcome"]): string =>
  outcome === "refresh_failed_structured_output" || outcome === "refresh_failed_error" ? "refresh_failed_delta_not_applied" : outcome;

export function dryRunRefreshReply(run: DryRunRefresh): Readonly<Record<string, unknown>> {
  const { scope, window, retraction } = run;
  const usage = tokensReply(run.usage);
  const retracted =
    retraction === null
      ? null
      : {
          fact_ids: retraction.factIds,
          fact_texts: retraction.factTexts,
          applied: retraction.applied,
          deferred_reason: retraction.deferredReason,
        };
  return {
    mental_model_id: run.mentalModelId,
    name: run.name,
    requested_mode: run.requestedMode,
    effective_mode: run.effectiveMode,
    mode_fallback_reason: run.modeFallbackReason,
    outcome: outcomeOf(run.outcome),
    would_persist: run.wouldPersist,
    scope: {
      tags: scope.tags,
      tags_match: scope.tagsMatch,
      tag_groups: scope.tagGroups,
      fact_types: scope.factTypes,
      exclude_mental_models: scope.excludeMentalModels,
      exclude_mental_model_ids: scope.excludeMentalModelIds,
    },
    window: {
      created_after: isoOrNull(window.createdAfter),
      created_before: iso(window.createdBefore),
      watermark: isoOrNull(window.watermark),
    },
    facts: run.facts,
    based_on: run.basedOn,
    current_content: run.currentContent,
    candidate_content: run.candidateContent,
    preview_content: run.previewContent,
    diff: run.diff,
    delta_operations: run.deltaOperations,
    retraction: retracted,
    trace: { ...run.trace, outcome: outcomeOf(run.outcome), usage, retraction: retracted },
    usage,
    duration_ms: run.durationMs,
    warnings: run.warnings,
  };
}
