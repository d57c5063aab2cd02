// Fields of the API in the words of the command line: somebody typed --max-tokens, and max_tokens is the server's name for it.
// In: the command that runs. Out: for a field's name the option or the argument that it came from.

import type { Command } from "commander";

/** Where ours are called otherwise, without the dashes. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  content: ["content", "rule", "source"],
  end_date: ["before"],
  event_types: ["events"],
  fact_type: ["type", "types"],
  fact_types: ["types"],
  mentioned_at: ["said"],
  min_refresh_interval_seconds: ["min-refresh-interval"],
  occurred_end: ["ended"],
  occurred_start: ["happened"],
  parent_id: ["in"],
  q: ["query", "words"],
  response_schema: ["schema"],
  source_query: ["question"],
  start_date: ["since"],
  tags_match: ["scope-match"],
  timeout_seconds: ["timeout"],
};

/** Null for a field that the command does not send. */
export type FieldNames = (field: string) => string | null;

export const fieldNames =
  (command: Command): FieldNames =>
  (field) => {
    const name = field.replace(/^disposition_(?=\w+$)/, "");
    for (const each of [field.replaceAll("_", "-"), name, name.replace(/_ids?$/, ""), ...(OURS[field] ?? [])]) {
      const option = command.options.find(({ long, hidden }) => !hidden && long === `--${each}`);
      if (option?.long) return option.long;
      if (command.registeredArguments.some((argument) => argument.name() === each)) return `<${each}>`;
    }
    return null;
  };

/** A sentence that begins with a field's name, begins with ours. */
export function inOurWords(sentence: string, names: FieldNames): string {
  return sentence.replace(/^[a-z]+(?:_[a-z]+)+(?= )/, (field) => names(field) ?? field);
}
