// What a recall is asked with, beside its question.
// In: what stands in an address or a form. Out: settings with nothing that is a preset, and the request of the API.

import type { api } from "@hindsight-memory/client";
import { flag, integer, list, oneOf, text } from "../../app/search-params";

export const KINDS = ["world", "experience", "observation"] as const;
export const BUDGETS = ["low", "mid", "high"] as const;
export const TAG_MATCHES = ["any", "all", "any_strict", "all_strict", "exact"] as const;
export const SCORES = ["semantic", "keyword", "reranker", "final"] as const;

export type Kind = (typeof KINDS)[number];
export type Score = (typeof SCORES)[number];

/** Every part is absent where it is the preset of the API. */
export interface RecallSettings {
  types?: readonly Kind[] | undefined;
  budget?: (typeof BUDGETS)[number] | undefined;
  maxTokens?: number | undefined;
  tags?: readonly string[] | undefined;
  tagsMatch?: (typeof TAG_MATCHES)[number] | undefined;
  /** Tag groups as the API has them, in JSON. */
  tagGroups?: string | undefined;
  /** When the question is asked, as the browser's field writes it: 2026-11-30T12:00. */
  at?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  /** Most milliseconds of the cross-encoder; absent is the bank's. */
  rerankMs?: number | undefined;
  preferObservations?: true | undefined;
  entities?: true | undefined;
  chunks?: true | undefined;
  sources?: true | undefined;
  minSemantic?: number | undefined;
  minKeyword?: number | undefined;
  minReranker?: number | undefined;
  minFinal?: number | undefined;
}

export const PRESET_MAX_TOKENS = 4096;
export const MOST_TOKENS = 100_000;
export const MOST_RERANK_MS = 60_000;

const MINIMUMS = { semantic: "minSemantic", keyword: "minKeyword", reranker: "minReranker", final: "minFinal" } as const;

export const minimumOf = (settings: RecallSettings, score: Score): number | undefined => settings[MINIMUMS[score]];
export const withMinimum = (settings: RecallSettings, score: Score, value: number | undefined): RecallSettings => ({
  ...settings,
  [MINIMUMS[score]]: value,
});

const amount = (search: Record<string, unknown>, name: string): number | undefined => {
  const value = search[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

/** Settings from an address, which may hold anything. */
export function settingsOf(value: unknown): RecallSettings {
  const search = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return withoutAbsent({
    types: list(search, "types")?.filter((kind): kind is Kind => KINDS.some((each) => each === kind)),
    budget: oneOf(search, "budget", BUDGETS),
    maxTokens: integer(search, "maxTokens", 1, MOST_TOKENS),
    tags: list(search, "tags"),
    tagsMatch: oneOf(search, "tagsMatch", TAG_MATCHES),
    tagGroups: text(search, "tagGroups"),
    at: text(search, "at"),
    from: text(search, "from"),
    until: text(search, "until"),
    rerankMs: integer(search, "rerankMs", 0, MOST_RERANK_MS),
    preferObservations: flag(search, "preferObservations"),
    entities: flag(search, "entities"),
    chunks: flag(search, "chunks"),
    sources: flag(search, "sources"),
    minSemantic: amount(search, "minSemantic"),
    minKeyword: amount(search, "minKeyword"),
    minReranker: amount(search, "minReranker"),
    minFinal: amount(search, "minFinal"),
  });
}

export const withoutAbsent = <Settings extends object>(settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings;

const moment = (field: string): string => new Date(field).toISOString();

/**
 * The body of the request; parts that are presets are left out.
 * @throws SyntaxError when the tag groups are no JSON, RangeError when a date is none
 */
export function requestOf(query: string, settings: RecallSettings): api.RecallRequest {
  const minimums = Object.fromEntries(
    SCORES.flatMap((score) => {
      const least = minimumOf(settings, score);
      return least === undefined ? [] : [[score, least] as const];
    }),
  );
  const include = {
    ...(settings.entities ? { entities: {} } : {}),
    ...(settings.chunks ? { chunks: {} } : {}),
    ...(settings.sources ? { source_facts: {} } : {}),
  };
  return withoutAbsent({
    query,
    types: settings.types === undefined ? undefined : [...settings.types],
    budget: settings.budget,
    max_tokens: settings.maxTokens,
    tags: settings.tags === undefined ? undefined : [...settings.tags],
    tags_match: settings.tagsMatch,
    tag_groups:
      settings.tagGroups === undefined ? undefined : (JSON.parse(settings.tagGroups) as NonNullable<api.RecallRequest["tag_groups"]>),
    query_timestamp: settings.at === undefined ? undefined : moment(settings.at),
    rerank_budget_ms: settings.rerankMs,
    prefer_observations: settings.preferObservations,
    min_scores: Object.keys(minimums).length === 0 ? undefined : minimums,
    temporal_window:
      settings.from === undefined && settings.until === undefined
        ? undefined
        : { start: moment(settings.from ?? "0001-01-01T00:00"), end: moment(settings.until ?? "9999-12-31T23:59") },
    include: Object.keys(include).length === 0 ? undefined : include,
  }) as api.RecallRequest;
}

/** Why the settings make no request; null where they do. */
export function flawOf(settings: RecallSettings): string | null {
  try {
    requestOf("", settings);
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
