// What a reflection is asked with, beside its question.
// In: what stands in an address or a form. Out: settings with nothing that is a preset, and the request of the API.

import type { api } from "@hindsight-memory/client";
import { flag, integer, list, oneOf, text } from "../../app/search-params";
import { BUDGETS, KINDS, type Kind, MOST_TOKENS, TAG_MATCHES, withoutAbsent } from "../recall/settings";

/** Every part is absent where it is the preset of the API. */
export interface ReflectSettings {
  budget?: (typeof BUDGETS)[number] | undefined;
  maxTokens?: number | undefined;
  context?: string | undefined;
  types?: readonly Kind[] | undefined;
  tags?: readonly string[] | undefined;
  tagsMatch?: (typeof TAG_MATCHES)[number] | undefined;
  /** Tag groups as the API has them, in JSON. */
  tagGroups?: string | undefined;
  allDirectives?: true | undefined;
  noModels?: true | undefined;
  /** Ids of mental models that are left out. */
  withoutModels?: readonly string[] | undefined;
  /** Schema of the structured output, in JSON. */
  schema?: string | undefined;
}

/** Settings from an address, which may hold anything. */
export function settingsOf(value: unknown): ReflectSettings {
  const search = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return withoutAbsent({
    budget: oneOf(search, "budget", BUDGETS),
    maxTokens: integer(search, "maxTokens", 1, MOST_TOKENS),
    context: text(search, "context"),
    types: list(search, "types")?.filter((kind): kind is Kind => KINDS.some((each) => each === kind)),
    tags: list(search, "tags"),
    tagsMatch: oneOf(search, "tagsMatch", TAG_MATCHES),
    tagGroups: text(search, "tagGroups"),
    allDirectives: flag(search, "allDirectives"),
    noModels: flag(search, "noModels"),
    withoutModels: list(search, "withoutModels"),
    schema: text(search, "schema"),
  });
}

/**
 * The body of the request, always with what the lab shows besides the answer.
 * @throws SyntaxError when the tag groups or the schema are no JSON
 */
export function requestOf(query: string, settings: ReflectSettings): api.ReflectRequest {
  return withoutAbsent({
    query,
    include: { facts: {}, tool_calls: { output: true } },
    budget: settings.budget,
    max_tokens: settings.maxTokens,
    context: settings.context,
    fact_types: settings.types === undefined ? undefined : [...settings.types],
    tags: settings.tags === undefined ? undefined : [...settings.tags],
    tags_match: settings.tagsMatch,
    tag_groups:
      settings.tagGroups === undefined ? undefined : (JSON.parse(settings.tagGroups) as NonNullable<api.ReflectRequest["tag_groups"]>),
    apply_all_directives: settings.allDirectives,
    exclude_mental_models: settings.noModels,
    exclude_mental_model_ids: settings.withoutModels === undefined ? undefined : [...settings.withoutModels],
    response_schema: settings.schema === undefined ? undefined : (JSON.parse(settings.schema) as { [key: string]: unknown }),
  }) as api.ReflectRequest;
}

/** Why a text is no JSON; null where it is, or is absent. */
export function jsonFlaw(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    JSON.parse(text);
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

export const isAskable = ({ tagGroups, schema }: ReflectSettings): boolean => jsonFlaw(tagGroups) === null && jsonFlaw(schema) === null;
