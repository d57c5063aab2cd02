// Templates on the wire, for the specification: the engine reads a template itself, since it answers 400 for all that is wrong with one.
// In: the engine's manifest and report. Out: the contract's replies.

import type { TemplateReport } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything } from "./common.js";
import { flag, integer, maybe, name, preset, prose } from "./scalars.js";
import { TriggerReply } from "./trigger.js";

const words = () => maybe(prose());
const count = () => maybe(integer());
const toggle = () => maybe(flag());
const trait = () => maybe(integer({ min: 1, max: 5 }));
const share = () => z.number().nullish();
const objects = () => z.array(anything()).nullish();

const LabelValue = z.object({ value: z.string(), description: z.string().default("") }).openapi("LabelValue");
const LABELS = ["value", "multi-values", "text", "multi-text", "map"] as const;
const MapField: z.ZodType = z
  .object({
    type: z.enum(LABELS).default("text"),
    description: z.string().default(""),
    values: z.array(LabelValue).default([]),
    get fields() {
      return z.record(z.string(), MapField).default({});
    },
  })
  .openapi("MapField");
const LabelGroup = z
  .object({
    key: z.string(),
    description: z.string().default(""),
    type: z.enum(LABELS).default("value"),
    optional: z.boolean().default(true),
    tag: z.boolean().default(false),
    values: z.array(LabelValue).default([]),
    fields: z.record(z.string(), MapField).default({}),
  })
  .openapi("LabelGroup");
const ScopePattern = z
  .object({ tags: z.array(z.string()).optional(), tags_match: z.string().nullish() })
  .openapi("ConsolidationScopePattern");
const StrategySpec = z
  .object({
    scopes: z.array(ScopePattern).optional(),
    observations_mission: z.string().nullish(),
    max_observations_per_scope: z.int().nullish(),
    consolidation_source_facts_max_tokens: z.int().nullish(),
    consolidation_source_facts_max_tokens_per_observation: z.int().nullish(),
  })
  .openapi("ConsolidationStrategySpec");

/** The settings that the contract names. Others of the bank's settings are taken and given as well. */
const TemplateConfig = z
  .looseObject({
    reflect_mission: words(),
    retain_mission: words(),
    retain_extraction_mode: words(),
    retain_custom_instructions: words(),
    retain_chunk_size: count(),
    retain_structured_chunk_size: count(),
    enable_observations: toggle(),
    observations_mission: words(),
    enable_text_search: toggle(),
    enable_temporal_retrieval: toggle(),
    enable_graph_retrieval: toggle(),
    enable_reranking: toggle(),
    reflect_use_decision_model: toggle(),
    mental_model_refresh_use_decision_model: toggle(),
    mental_model_delta_use_decision_model: toggle(),
    disposition_skepticism: trait(),
    disposition_literalism: trait(),
    disposition_empathy: trait(),
    entity_labels: z.array(LabelGroup).nullish(),
    entities_allow_free_form: toggle(),
    retain_default_strategy: words(),
    retain_strategies: anything().nullish(),
    retain_chunk_batch_size: count(),
    retain_max_attachments_per_chunk: count(),
    mcp_enabled_tools: z.array(z.string()).nullish(),
    consolidation_llm_batch_size: count(),
    consolidation_source_facts_max_tokens: count(),
    consolidation_source_facts_max_tokens_per_observation: count(),
    max_observations_per_scope: count(),
    observation_scope_limits: objects(),
    default_observation_scopes: z
      .union([z.enum(["per_tag", "combined", "all_combinations", "shared"]), z.array(z.array(z.string()))])
      .nullish(),
    consolidation_strategies: z.array(StrategySpec).nullish(),
    reflect_source_facts_max_tokens: count(),
    knowledge_page_default_trigger: anything().nullish(),
    reflect_default_options: anything().nullish(),
    mental_model_min_refresh_interval_seconds: maybe(integer({ min: 0 })),
    llm_gemini_safety_settings: z.array(z.unknown()).nullish(),
    recall_budget_function: words(),
    recall_budget_fixed_low: count(),
    recall_budget_fixed_mid: count(),
    recall_budget_fixed_high: count(),
    recall_budget_adaptive_low: share(),
    recall_budget_adaptive_mid: share(),
    recall_budget_adaptive_high: share(),
    recall_budget_min: count(),
    recall_budget_max: count(),
    audit_log_enabled: toggle(),
    store_document_text: toggle(),
    enable_auto_consolidation: toggle(),
    consolidation_use_decision_model: toggle(),
    consolidation_max_memories_per_round: count(),
    consolidation_llm_parallelism: count(),
    recall_include_chunks: toggle(),
    recall_prefer_observations: toggle(),
    recall_max_tokens: count(),
    recall_chunks_max_tokens: count(),
    memory_defense: anything().nullish(),
  })
  .openapi("BankTemplateConfig");

const TemplateModel = z
  .object({
    id: z.string().openapi({ description: "Small letters, digits and dashes" }),
    name: z.string(),
    source_query: z.string(),
    tags: z.array(z.string()).default([]),
    max_tokens: z.int().min(256).max(8192).default(2048),
    trigger: TriggerReply.prefault({}).openapi({ default: {} }),
  })
  .openapi("BankTemplateMentalModel");

const TemplateDirective = z
  .object({
    name: z.string(),
    content: z.string(),
    priority: z.int().default(0),
    is_active: z.boolean().default(true),
    tags: z.array(z.string()).default([]),
  })
  .openapi("BankTemplateDirective");

export const TemplateManifest = z
  .object({
    version: z.string(),
    bank: TemplateConfig.nullish(),
    mental_models: z.array(TemplateModel).nullish(),
    directives: z.array(TemplateDirective).nullish(),
  })
  .openapi("BankTemplateManifest");

export const TemplateImportQuery = z.object({ dry_run: preset(flag("Tell what would come of it, and keep nothing"), false) });

const names = () => z.array(z.string()).default([]);
export const TemplateImportReply = z
  .object({
    bank_id: z.string(),
    config_applied: z.boolean(),
    mental_models_created: names(),
    mental_models_updated: names(),
    directives_created: names(),
    directives_updated: names(),
    operation_ids: names(),
    dry_run: z.boolean().default(false),
  })
  .openapi("BankTemplateImportResponse");

export const TemplateGalleryReply = z
  .object({
    templates: z.array(z.object({ id: name(), name: z.string(), description: z.string(), manifest: TemplateManifest })),
  })
  .openapi("BankTemplateGalleryResponse");

export function importReply(report: TemplateReport): z.input<typeof TemplateImportReply> {
  return {
    bank_id: report.bankId,
    config_applied: report.isConfigApplied,
    mental_models_created: [...report.modelsCreated],
    mental_models_updated: [...report.modelsUpdated],
    directives_created: [...report.directivesCreated],
    directives_updated: [...report.directivesUpdated],
    operation_ids: [...report.operationIds],
    dry_run: report.isDryRun,
  };
}
