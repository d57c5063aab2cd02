// When and how a mental model, or the page that shows it, is refreshed: the options of the verbs that make and change one.
// In: a command, and what was typed. Out: the command with the options; the fields of the trigger that were given.

import type { Command } from "commander";
import { given, type JsonObject, jsonObject, listOf, wholeNumber } from "./option-values.js";

export interface TriggerOptions {
  readonly mode?: string;
  /** False for --no-refresh-after-consolidation. */
  readonly refreshAfterConsolidation?: boolean;
  readonly refreshCron?: string;
  readonly fullRefreshCron?: string;
  readonly minRefreshInterval?: string;
  readonly budget?: string;
  readonly factTypes?: string;
  readonly scopeMatch?: string;
  readonly keepTrace?: boolean;
  readonly excludeMentalModels?: boolean;
  readonly excludeMentalModelIds?: string;
  readonly trigger?: string;
}

export function withTriggerOptions(command: Command): Command {
  return command
    .option("--mode <mode>", "full: written anew each time; delta: only what changed is edited")
    .option("--refresh-after-consolidation", "refresh it when a consolidation touched what it looks at")
    .option("--no-refresh-after-consolidation", "do not")
    .option("--refresh-cron <schedule>", 'when it is refreshed if it is stale: five fields, UTC; "" for never')
    .option("--full-refresh-cron <schedule>", 'when all of it is written anew: five fields, UTC; "" for never')
    .option("--min-refresh-interval <seconds>", "least time between refreshes that nobody asks for")
    .option("-b, --budget <level>", "how deep a refresh looks: low, mid or high")
    .option("--fact-types <a,b>", "kinds of memory to look at: world, experience, observation")
    .option("--scope-match <mode>", "how its tags choose memories: any, all, any_strict, all_strict or exact")
    .option("--exclude-mental-models", "do not look at other mental models")
    .option("--exclude-mental-model-ids <a,b>", "do not look at these")
    .option("--keep-trace", "keep with each refresh how it came to what it says")
    .option("--no-keep-trace", "do not")
    .option("--trigger <json>", "further fields of the trigger, as a JSON object");
}

/** Undefined when no option was given. An empty schedule takes the stored one away; an empty list is all kinds. */
export function triggerOf(options: TriggerOptions): JsonObject | undefined {
  const fields = {
    ...(options.trigger === undefined ? {} : jsonObject(options.trigger, "--trigger")),
    ...given({
      mode: options.mode,
      refresh_after_consolidation: options.refreshAfterConsolidation,
      refresh_cron: unset(options.refreshCron),
      full_refresh_cron: unset(options.fullRefreshCron),
      min_refresh_interval_seconds:
        options.minRefreshInterval === undefined ? undefined : wholeNumber(options.minRefreshInterval, "--min-refresh-interval", 0),
      budget: options.budget,
      fact_types: unset(listOf(options.factTypes)),
      tags_match: unset(options.scopeMatch),
      keep_trace: options.keepTrace,
      exclude_mental_models: options.excludeMentalModels,
      exclude_mental_model_ids: unset(listOf(options.excludeMentalModelIds)),
    }),
  };
  return Object.keys(fields).length === 0 ? undefined : fields;
}

const unset = <T extends { readonly length: number }>(value: T | undefined): T | null | undefined => (value?.length === 0 ? null : value);

/** What was changed of the defaults, as lines. */
export function triggerText(trigger: JsonObject | null | undefined): string {
  const told = Object.entries(trigger ?? {}).filter(([, value]) => value !== null && value !== false);
  return told.map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`).join("\n");
}
