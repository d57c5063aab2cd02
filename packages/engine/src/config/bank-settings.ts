// The one table of what a bank may override, by the contract's names.
// In: nothing. Out: for each name its type, its default, what it means, and whether anything reads it yet.

import { z } from "zod";
import { memoryDefense } from "./defense-settings.js";

export interface BankSetting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** In force when neither the server's environment nor the bank says otherwise. */
  readonly default: z.infer<Schema>;
  /** False: accepted and kept for callers of the contract, without effect in this version. */
  readonly effective: boolean;
  /** One line for the generated documentation. */
  readonly meaning: string;
}

const flag = z.boolean("true or false");
const text = z.string("a text").nullable();
const count = z.int("a whole number from 0").min(0, "a whole number from 0");
const size = z.int("a whole number from 1").min(1, "a whole number from 1").max(10_000_000, "a whole number up to 10000000");
const limit = z.int("a whole number, -1 for none").min(-1, "a whole number, -1 for none");
const milliseconds = z
  .int("a whole number of milliseconds from 0 to 60000")
  .min(0, "a whole number of milliseconds from 0 to 60000")
  .max(60_000, "a whole number of milliseconds from 0 to 60000");
const share = z.number("a number above 0").gt(0, "a number above 0").max(10, "a number up to 10");
const trait = z.int("a whole number from 1 to 5").min(1, "a whole number from 1 to 5").max(5, "a whole number from 1 to 5").nullable();
const names = z.array(z.string(), "a list of texts").nullable();
const object = z.record(z.string(), z.unknown(), "an object").nullable();
const objects = z.array(z.record(z.string(), z.unknown()), "a list of objects").nullable();

export const EXTRACTION_MODES = ["concise", "verbose", "custom", "verbatim", "chunks", "local"] as const;
const SCOPES = ["per_tag", "combined", "all_combinations", "shared"] as const;
const LABELS = ["value", "multi-values", "text", "multi-text", "map"] as const;

const words = z.string("a text");
const labelValue = z.looseObject({ value: words, description: words.optional() }, "an object {value, description}");
const mapField = z.looseObject(
  {
    type: z.enum(LABELS, `one of ${LABELS.join(", ")}`).optional(),
    description: words.optional(),
    values: z.array(labelValue, "a list of values").optional(),
    get fields() {
      return z.record(z.string(), mapField, "an object of fields").optional();
    },
  },
  "an object",
);
const labelGroup = mapField.extend({
  key: words.min(1, "a text that is not empty"),
  optional: z.boolean("true or false").optional(),
  tag: z.boolean("true or false").optional(),
});
const entityLabels = z
  .union([z.array(labelGroup), z.looseObject({ attributes: z.array(labelGroup, "a list of label groups") })], "a list of label groups")
  .nullable();

const tokenLimit = z.int("a whole number of tokens from 1").min(1, "a whole number of tokens from 1").nullish();
const moneyLimit = z.number("an amount above 0").gt(0, "an amount above 0").nullish();
const spendLimits = z
  .strictObject(
    { tokens_per_hour: tokenLimit, tokens_per_day: tokenLimit, usd_per_hour: moneyLimit, usd_per_day: moneyLimit },
    "an object of tokens_per_hour, tokens_per_day, usd_per_hour, usd_per_day",
  )
  .nullable();

function setting<Schema extends z.ZodType>(schema: Schema, value: z.infer<Schema>, meaning: string): BankSetting<Schema> {
  return { schema, default: value, effective: true, meaning };
}

/** A setting that nothing reads yet. */
function kept<Schema extends z.ZodType>(schema: Schema, value: z.infer<Schema>, meaning: string): BankSetting<Schema> {
  return { schema, default: value, effective: false, meaning };
}

const retain = {
  retain_chunk_size: setting(size, 3000, "characters per chunk"),
  retain_structured_chunk_size: setting(size.nullable(), null, "characters per chunk of conversations; null is retain_chunk_size"),
  retain_extraction_mode: setting(
    z.enum(EXTRACTION_MODES, `one of ${EXTRACTION_MODES.join(", ")}`),
    "concise",
    "what a memory is made of; without a language model every mode but verbatim and chunks is local",
  ),
  retain_mission: setting(text, null, "what a language model should keep; goes before its general rules"),
  retain_custom_instructions: setting(text, null, "what a language model should keep, in the mode custom; empty is concise"),
  retain_extract_causal_links: setting(flag, true, "ask a language model which facts led to which"),
  retain_default_strategy: setting(text, null, "strategy of items that name none"),
  retain_strategies: setting(
    z.record(z.string().min(1), z.record(z.string(), z.unknown()), "an object of strategies").nullable(),
    null,
    "named sets of overrides",
  ),
  retain_chunk_batch_size: kept(size, 100, "chunks handled in one step"),
  retain_max_attachments_per_chunk: setting(count, 8, "attachments in one extraction call"),
  store_document_text: setting(flag, true, "keep the text of documents and chunks"),
  entity_labels: setting(entityLabels, null, "controlled vocabulary by which a language model labels memories"),
  entities_allow_free_form: setting(flag, true, "entities outside the vocabulary, when a language model reads"),
  memory_defense: setting(
    memoryDefense,
    null,
    "what to do with secrets, personal data and low trust in what is retained (memory-defense.md)",
  ),
};

const recall = {
  enable_text_search: setting(flag, true, "the keyword arm"),
  enable_graph_retrieval: setting(flag, true, "the graph arm"),
  enable_temporal_retrieval: setting(flag, true, "the temporal arm, and dates in queries"),
  enable_reranking: setting(flag, true, "the cross-encoder, where one is configured"),
  rerank_budget_ms: setting(milliseconds, 100, "longest time of the cross-encoder in one recall, in milliseconds; 0 leaves it out"),
  recall_prefer_observations: setting(flag, false, "prefer_observations of recalls that leave it out"),
  recall_budget_function: setting(z.enum(["fixed", "adaptive"], "fixed or adaptive"), "fixed", "how the budget becomes candidates per arm"),
  recall_budget_fixed_low: setting(size, 100, "candidates per arm, low budget"),
  recall_budget_fixed_mid: setting(size, 300, "candidates per arm, mid budget"),
  recall_budget_fixed_high: setting(size, 1000, "candidates per arm, high budget"),
  recall_budget_adaptive_low: setting(share, 0.025, "candidates per token of the answer, low budget"),
  recall_budget_adaptive_mid: setting(share, 0.075, "candidates per token of the answer, mid budget"),
  recall_budget_adaptive_high: setting(share, 0.25, "candidates per token of the answer, high budget"),
  recall_budget_min: setting(size, 20, "fewest candidates of an adaptive budget"),
  recall_budget_max: setting(size, 2000, "most candidates of an adaptive budget"),
  recall_max_tokens: setting(size, 2048, "tokens of facts in recalls of the server's own"),
  recall_include_chunks: setting(flag, true, "chunks in recalls of the server's own"),
  recall_chunks_max_tokens: setting(size, 1000, "tokens of chunks in recalls of the server's own"),
};

const consolidation = {
  enable_observations: setting(flag, true, "form observations"),
  enable_auto_consolidation: setting(flag, true, "consolidate after each retain"),
  observations_mission: setting(text, null, "what observations are for"),
  default_observation_scopes: setting(
    z.union([z.enum(SCOPES), z.array(z.array(z.string()))], `one of ${SCOPES.join(", ")}, or a list of lists of tags`).nullable(),
    null,
    "scopes of observations where an item names none",
  ),
  max_observations_per_scope: setting(limit, -1, "most observations in one scope; -1 is no limit"),
  observation_scope_limits: setting(objects, null, "limits by scope; the older form of consolidation_strategies"),
  consolidation_strategies: setting(objects, null, "rules by which scopes get their own mission and limits"),
  consolidation_llm_batch_size: setting(size, 8, "facts in one consolidation call"),
  consolidation_llm_parallelism: setting(size, 4, "consolidation calls at once"),
  consolidation_max_memories_per_round: setting(count, 100, "memories of one consolidation job; 0 is no limit"),
  consolidation_source_facts_max_tokens: setting(limit, 4096, "tokens of source facts in one call"),
  consolidation_source_facts_max_tokens_per_observation: setting(limit, 256, "the same for one observation"),
  consolidation_use_decision_model: kept(flag, true, "let a decision model take part in consolidation"),
};

const answers = {
  reflect_mission: setting(text, null, "who the answering agent is; shown as the bank's mission"),
  disposition_skepticism: setting(trait, null, "trait 1 to 5; null is 3"),
  disposition_literalism: setting(trait, null, "trait 1 to 5; null is 3"),
  disposition_empathy: setting(trait, null, "trait 1 to 5; null is 3"),
  reflect_source_facts_max_tokens: setting(limit, -1, "tokens of source facts beside observations; -1 is none"),
  reflect_default_options: setting(object, null, "options of reflections that leave them out"),
  reflect_use_decision_model: kept(flag, true, "let a decision model take part in reflection"),
  knowledge_page_default_trigger: setting(object, null, "trigger of new knowledge pages"),
  mental_model_min_refresh_interval_seconds: setting(count, 0, "least time between refreshes of a mental model"),
  mental_model_refresh_use_decision_model: kept(flag, true, "let a decision model take part in refreshes"),
  mental_model_delta_use_decision_model: kept(flag, true, "let a decision model take part in delta refreshes"),
};

const server = {
  audit_log_enabled: setting(flag, false, "keep an audit log: who did what to the bank, and when, without texts"),
  mcp_enabled_tools: setting(names, null, "tools that MCP offers; null is all"),
  spend_limits: setting(spendLimits, null, "what model calls of the bank may cost; lowers the limits of the server and never raises them"),
  llm_gemini_safety_settings: kept(z.array(z.unknown(), "a list").nullable(), null, "safety settings of Gemini models"),
};

export const BANK_SETTINGS = { ...retain, ...recall, ...consolidation, ...answers, ...server } as const satisfies Record<
  string,
  BankSetting
>;

export type BankSettingName = keyof typeof BANK_SETTINGS;

/** The resolved settings of a bank. */
export type BankSettings = { readonly [Name in BankSettingName]: z.infer<(typeof BANK_SETTINGS)[Name]["schema"]> };
