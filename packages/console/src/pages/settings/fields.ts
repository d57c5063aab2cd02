// The settings of a bank as a form: where each stands, of what type it is, and what holds where nobody says otherwise.
// In: nothing. Out: fields by section. A test holds them against the server's own table, so that none is missing or differs.

interface Common<Name extends string> {
  readonly name: Name;
  /** The server keeps it, and nothing in this version reads it. */
  readonly isKept?: boolean;
}

export interface NumberField<Name extends string> extends Common<Name> {
  readonly kind: "number";
  readonly preset: number | null;
  readonly min: number;
  readonly isWhole: boolean;
}
export interface ChoiceField<Name extends string> extends Common<Name> {
  readonly kind: "choice";
  readonly preset: string;
  readonly choices: readonly string[];
}
export interface FlagField<Name extends string> extends Common<Name> {
  readonly kind: "flag";
  readonly preset: boolean;
}
export interface OtherField<Name extends string> extends Common<Name> {
  /** `text` on several lines, `word` on one, `json` of any form, `tools` of MCP. */
  readonly kind: "text" | "word" | "json" | "tools";
  readonly preset: null;
}
export type Field<Name extends string = string> = NumberField<Name> | ChoiceField<Name> | FlagField<Name> | OtherField<Name>;

const number = <const Name extends string>(name: Name, preset: number | null, min = 1): NumberField<Name> => ({
  name,
  kind: "number",
  preset,
  min,
  isWhole: true,
});
const share = <const Name extends string>(name: Name, preset: number): NumberField<Name> => ({
  ...number(name, preset, 0),
  isWhole: false,
});
const flag = <const Name extends string>(name: Name, preset: boolean): FlagField<Name> => ({ name, kind: "flag", preset });
const choice = <const Name extends string>(name: Name, ...choices: readonly [string, ...string[]]): ChoiceField<Name> => ({
  name,
  kind: "choice",
  preset: choices[0],
  choices,
});
const other = <const Name extends string>(name: Name, kind: OtherField<Name>["kind"]): OtherField<Name> => ({ name, kind, preset: null });
const kept = <Any extends Field>(field: Any): Any => ({ ...field, isKept: true });

export const FIELDS = {
  retain: [
    other("retain_mission", "text"),
    choice("retain_extraction_mode", "concise", "verbose", "custom", "verbatim", "chunks", "local"),
    other("retain_custom_instructions", "text"),
    number("retain_chunk_size", 3000),
    number("retain_structured_chunk_size", null),
    flag("retain_extract_causal_links", true),
    other("retain_default_strategy", "word"),
    other("retain_strategies", "json"),
    number("retain_max_attachments_per_chunk", 8, 0),
    kept(number("retain_chunk_batch_size", 100)),
  ],
  entities: [other("entity_labels", "json"), flag("entities_allow_free_form", true)],
  observations: [
    flag("enable_observations", true),
    flag("enable_auto_consolidation", true),
    other("observations_mission", "text"),
    other("default_observation_scopes", "json"),
    number("max_observations_per_scope", -1, -1),
    other("consolidation_strategies", "json"),
    other("observation_scope_limits", "json"),
    number("consolidation_llm_batch_size", 8),
    number("consolidation_llm_parallelism", 4),
    number("consolidation_max_memories_per_round", 100, 0),
    number("consolidation_source_facts_max_tokens", 4096, -1),
    number("consolidation_source_facts_max_tokens_per_observation", 256, -1),
    kept(flag("consolidation_use_decision_model", true)),
  ],
  recall: [
    flag("enable_text_search", true),
    flag("enable_graph_retrieval", true),
    flag("enable_temporal_retrieval", true),
    flag("enable_reranking", true),
    number("rerank_budget_ms", 100, 0),
    flag("recall_prefer_observations", false),
    choice("recall_budget_function", "fixed", "adaptive"),
    number("recall_budget_fixed_low", 100),
    number("recall_budget_fixed_mid", 300),
    number("recall_budget_fixed_high", 1000),
    share("recall_budget_adaptive_low", 0.025),
    share("recall_budget_adaptive_mid", 0.075),
    share("recall_budget_adaptive_high", 0.25),
    number("recall_budget_min", 20),
    number("recall_budget_max", 2000),
    number("recall_max_tokens", 2048),
    flag("recall_include_chunks", true),
    number("recall_chunks_max_tokens", 1000),
  ],
  reflect: [
    other("reflect_mission", "text"),
    number("disposition_skepticism", null),
    number("disposition_literalism", null),
    number("disposition_empathy", null),
    number("reflect_source_facts_max_tokens", -1, -1),
    other("reflect_default_options", "json"),
    kept(flag("reflect_use_decision_model", true)),
  ],
  models: [
    number("mental_model_min_refresh_interval_seconds", 0, 0),
    other("knowledge_page_default_trigger", "json"),
    kept(flag("mental_model_refresh_use_decision_model", true)),
    kept(flag("mental_model_delta_use_decision_model", true)),
  ],
  mcp: [other("mcp_enabled_tools", "tools")],
  llm: [other("spend_limits", "json"), kept(other("llm_gemini_safety_settings", "json"))],
  security: [flag("audit_log_enabled", false), flag("store_document_text", true)],
} as const;

export type SectionId = keyof typeof FIELDS;
export const SECTIONS = Object.keys(FIELDS) as readonly SectionId[];
export type FieldName = (typeof FIELDS)[SectionId][number]["name"];

/** Settings that have a tab of their own. */
export const ELSEWHERE = ["memory_defense"] as const;

export const MCP_TOOLS = {
  memories: [
    "retain",
    "sync_retain",
    "recall",
    "reflect",
    "list_memories",
    "get_memory",
    "update_memory",
    "invalidate_memory",
    "clear_memories",
  ],
  documents: ["get_document", "list_documents", "delete_document", "list_tags"],
  knowledge: [
    "get_knowledge_base_tree",
    "search_knowledge_base",
    "get_knowledge_page",
    "create_knowledge_page",
    "create_knowledge_folder",
    "update_knowledge_node",
    "delete_knowledge_node",
  ],
  models: [
    "list_mental_models",
    "get_mental_model",
    "create_mental_model",
    "update_mental_model",
    "refresh_mental_model",
    "clear_mental_model",
    "delete_mental_model",
    "list_directives",
    "create_directive",
    "delete_directive",
  ],
  banks: [
    "list_banks",
    "create_bank",
    "get_bank",
    "get_bank_stats",
    "update_bank",
    "delete_bank",
    "list_operations",
    "get_operation",
    "cancel_operation",
  ],
} as const;
