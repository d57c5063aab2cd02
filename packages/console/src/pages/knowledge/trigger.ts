// When a text is refreshed, and what a refresh looks at, as it is typed.
// In: the trigger of the API. Out: a draft of texts and choices; back to the API's, or what is wrong with it.

import type { api } from "@hindsight-memory/client";

type Trigger = NonNullable<api.MentalModelTriggerOutput>;
/** What is sent: every field, null unsets one. */
export type TriggerBody = NonNullable<api.CreateMentalModelRequest["trigger"]>;

export const WHENS = ["manual", "consolidation", "schedule"] as const;
export const FACT_TYPES = ["observation", "world", "experience"] as const;
export const MATCHES = ["any_strict", "all_strict", "any", "all", "exact"] as const;

export interface TriggerDraft {
  readonly when: (typeof WHENS)[number];
  readonly cron: string;
  readonly fullCron: string;
  readonly minInterval: string;
  readonly mode: "full" | "delta";
  readonly budget: "" | "low" | "mid" | "high";
  readonly factTypes: readonly (typeof FACT_TYPES)[number][];
  readonly tagsMatch: "" | (typeof MATCHES)[number];
  readonly tagGroups: string;
  readonly excludeModels: boolean;
  readonly excludeIds: readonly string[];
  readonly chunks: "" | "yes" | "no";
  readonly recallTokens: string;
  readonly chunkTokens: string;
  readonly observationTokens: string;
  readonly keepTrace: boolean;
  readonly schema: string;
}

const json = (value: unknown): string => (value == null ? "" : JSON.stringify(value, null, 2));
const written = (value: number | null | undefined): string => (value == null ? "" : String(value));

export function draftOf(trigger: Trigger | null | undefined): TriggerDraft {
  const from: Trigger = trigger ?? {};
  return {
    when: from.refresh_cron != null ? "schedule" : from.refresh_after_consolidation === true ? "consolidation" : "manual",
    cron: from.refresh_cron ?? "",
    fullCron: from.full_refresh_cron ?? "",
    minInterval: written(from.min_refresh_interval_seconds),
    mode: from.mode ?? "full",
    budget: from.budget ?? "",
    factTypes: from.fact_types ?? [],
    tagsMatch: from.tags_match ?? "",
    tagGroups: json(from.tag_groups),
    excludeModels: from.exclude_mental_models ?? false,
    excludeIds: from.exclude_mental_model_ids ?? [],
    chunks: from.include_chunks == null ? "" : from.include_chunks ? "yes" : "no",
    recallTokens: written(from.recall_max_tokens),
    chunkTokens: written(from.recall_chunks_max_tokens),
    observationTokens: written(from.reflect_search_observations_max_tokens),
    keepTrace: from.keep_trace ?? false,
    schema: json(from.response_schema),
  };
}

export type Flaw =
  | { readonly kind: "json"; readonly reason: string }
  | { readonly kind: "number"; readonly min: number }
  | { readonly kind: "cron" };
export type Flaws = Partial<Record<keyof TriggerDraft, Flaw>>;

const FIVE_FIELDS = /^\S+(\s+\S+){4}$/;

export function flawsOf(draft: TriggerDraft): Flaws {
  const found: [keyof TriggerDraft, Flaw | null][] = [
    ["cron", draft.when === "schedule" && !FIVE_FIELDS.test(draft.cron.trim()) ? { kind: "cron" } : null],
    ["fullCron", draft.fullCron.trim() !== "" && !FIVE_FIELDS.test(draft.fullCron.trim()) ? { kind: "cron" } : null],
    ["minInterval", numberFlaw(draft.minInterval, 0)],
    ["recallTokens", numberFlaw(draft.recallTokens, 1)],
    ["chunkTokens", numberFlaw(draft.chunkTokens, 1)],
    ["observationTokens", numberFlaw(draft.observationTokens, 1)],
    ["tagGroups", jsonFlaw(draft.tagGroups, Array.isArray)],
    ["schema", jsonFlaw(draft.schema, (value) => typeof value === "object" && value !== null && !Array.isArray(value))],
  ];
  return Object.fromEntries(found.filter(([, flaw]) => flaw !== null));
}

function numberFlaw(text: string, min: number): Flaw | null {
  return text.trim() === "" || (/^\d+$/.test(text.trim()) && Number(text) >= min) ? null : { kind: "number", min };
}

function jsonFlaw(text: string, isRight: (value: unknown) => boolean): Flaw | null {
  if (text.trim() === "") return null;
  try {
    return isRight(JSON.parse(text)) ? null : { kind: "json", reason: text.trim().slice(0, 20) };
  } catch (error) {
    return { kind: "json", reason: error instanceof Error ? error.message : "" };
  }
}

const textOrNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
const numberOrNull = (text: string): number | null => (text.trim() === "" ? null : Number(text));
const jsonOrNull = (text: string): unknown => (text.trim() === "" ? null : JSON.parse(text));
const someOrNull = <Item>(items: readonly Item[]): Item[] | null => (items.length === 0 ? null : [...items]);

/** Of a draft without flaws. */
export function bodyOf(draft: TriggerDraft): TriggerBody {
  return {
    mode: draft.mode,
    refresh_after_consolidation: draft.when === "consolidation",
    refresh_cron: draft.when === "schedule" ? draft.cron.trim() : null,
    full_refresh_cron: textOrNull(draft.fullCron),
    min_refresh_interval_seconds: numberOrNull(draft.minInterval),
    budget: draft.budget === "" ? null : draft.budget,
    fact_types: someOrNull(draft.factTypes),
    tags_match: draft.tagsMatch === "" ? null : draft.tagsMatch,
    tag_groups: jsonOrNull(draft.tagGroups) as NonNullable<TriggerBody["tag_groups"]> | null,
    exclude_mental_models: draft.excludeModels,
    exclude_mental_model_ids: someOrNull(draft.excludeIds),
    include_chunks: draft.chunks === "" ? null : draft.chunks === "yes",
    recall_max_tokens: numberOrNull(draft.recallTokens),
    recall_chunks_max_tokens: numberOrNull(draft.chunkTokens),
    reflect_search_observations_max_tokens: numberOrNull(draft.observationTokens),
    keep_trace: draft.keepTrace,
    response_schema: jsonOrNull(draft.schema) as Record<string, unknown> | null,
  };
}
