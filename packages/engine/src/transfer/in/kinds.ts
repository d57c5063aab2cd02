/** What the JSON of a row may have in a column; a column that stands in no list is a text, times and ids too. */
const NUMBERS: ReadonlySet<string> = new Set(
  (
    "text_length chunk_index byte_size run_no next_position memory_no position term_count mentioned_offset proof_count mention_count from_no to_no " +
    "observation_no version max_tokens failures sort_order priority facts_added facts_removed duration_ms input_tokens output_tokens cached_tokens " +
    "thoughts_tokens total_tokens cost_micro_usd weight"
  ).split(" "),
);
const FLAGS: ReadonlySet<string> = new Set(
  "generated asks is_learnt is_label is_given is_beside is_cited managed is_active enabled".split(" "),
);
const LISTS: ReadonlySet<string> = new Set(
  (
    "tags terms label_tags attachment_ids edited_fields instruction_signs previous_tags event_types entity_ids new_source_ids path observations_created " +
    "observations_updated observations_removed"
  ).split(" "),
);
/** JSON of any form. */
const VALUES: ReadonlySet<string> = new Set(
  (
    "retain_params metadata observation_scopes mentions structure trigger reflect_response previous_reflect_response http_config request response input " +
    "output llm_info"
  ).split(" "),
);

export type ColumnKind = "number" | "flag" | "list" | "value" | "text";

/** The kind of a column, which is the same in every table that has one of this name. */
export function kindOf(column: string): ColumnKind {
  if (NUMBERS.has(column)) return "number";
  if (FLAGS.has(column)) return "flag";
  if (LISTS.has(column)) return "list";
  return VALUES.has(column) ? "value" : "text";
}

/** Whether a column may have this value; whether it may be null says the database. */
export function isOfKind(column: string, value: unknown): boolean {
  if (value === null) return true;
  switch (kindOf(column)) {
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "flag":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value) && value.every((each) => typeof each === "string");
    case "text":
      return typeof value === "string";
    case "value":
      return true;
  }
}
