/** What holds in a scope: the first strategy that takes it, or else the bank's settings. Pure. */

import type { BankSettings } from "../config/index.js";
import type { BatchRules } from "./plan.js";
import type { Scope } from "./scopes.js";

/** The part of a bank's settings that rules follow from. */
export type RuleSettings = Pick<
  BankSettings,
  | "observations_mission"
  | "max_observations_per_scope"
  | "observation_scope_limits"
  | "consolidation_strategies"
  | "consolidation_source_facts_max_tokens"
  | "consolidation_source_facts_max_tokens_per_observation"
>;

/** One pattern of a strategy. */
export interface ScopePattern {
  readonly tags: readonly string[];
  readonly match: "exact" | "any" | "all";
}

/** A strategy as far as it can be used: what is malformed in it says nothing. */
export interface Strategy {
  /** In the order given; null for one that cannot be used. */
  readonly patterns: readonly (ScopePattern | null)[];
  readonly rules: Partial<BatchRules>;
}

/** What holds for the facts of a scope. Limits never hold in the scope of the whole bank. */
export function rulesOf(settings: RuleSettings, scope: Scope): BatchRules {
  const rules: BatchRules = {
    mission: settings.observations_mission?.trim() ? settings.observations_mission : null,
    limit: olderLimit(settings, scope) ?? settings.max_observations_per_scope,
    sourceFactsMaxTokens: settings.consolidation_source_facts_max_tokens,
    sourceFactsMaxTokensPerObservation: settings.consolidation_source_facts_max_tokens_per_observation,
    ...strategyOf(readStrategies(settings.consolidation_strategies), scope)?.rules,
  };
  return scope.length === 0 ? { ...rules, limit: -1 } : rules;
}

/** The first strategy with something to say that takes the scope. */
export function strategyOf(strategies: readonly Strategy[], scope: Scope): Strategy | null {
  return strategies.find((strategy) => isActive(strategy) && strategy.patterns.some((one) => one !== null && takes(one, scope))) ?? null;
}

/** False for a strategy without a setting, or without a pattern that could take anything. */
export function isActive({ patterns, rules }: Strategy): boolean {
  return Object.keys(rules).length > 0 && patterns.some((pattern) => pattern !== null);
}

export function readStrategies(value: readonly Readonly<Record<string, unknown>>[] | null): readonly Strategy[] {
  return (value ?? []).map((one) => ({
    patterns: Array.isArray(one.scopes) ? one.scopes.map(patternOf) : [],
    rules: {
      ...(typeof one.observations_mission === "string" && one.observations_mission.trim() !== ""
        ? { mission: one.observations_mission }
        : {}),
      ...whole("limit", one.max_observations_per_scope),
      ...whole("sourceFactsMaxTokens", one.consolidation_source_facts_max_tokens),
      ...whole("sourceFactsMaxTokensPerObservation", one.consolidation_source_facts_max_tokens_per_observation),
    },
  }));
}

function whole(name: keyof BatchRules, value: unknown): Partial<BatchRules> {
  return Number.isInteger(value) && (value as number) >= -1 ? { [name]: value } : {};
}

/** The modes as callers of recall know them; here a mode speaks of names with wildcards. */
const MODES: Readonly<Record<string, ScopePattern["match"]>> = {
  exact: "exact",
  any: "any",
  any_strict: "any",
  all: "all",
  all_strict: "all",
};

function patternOf(value: unknown): ScopePattern | null {
  const { tags, tags_match: mode } = (typeof value === "object" && value !== null ? value : {}) as {
    readonly tags?: unknown;
    readonly tags_match?: unknown;
  };
  const match = mode === undefined || mode === null ? "exact" : typeof mode === "string" ? MODES[mode] : undefined;
  return isNames(tags) && match !== undefined ? { tags, match } : null;
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string" && name !== "");
}

/**
 * Whether a pattern takes a scope. `exact` covers it: each tag is named by a wildcard and each wildcard names a tag. `any`: one of the tags is named.
 * `all`: each wildcard names one.
 */
export function takes({ tags: globs, match }: ScopePattern, scope: Scope): boolean {
  const named = globs.map(globExpression);
  const all = named.every((glob) => scope.some((tag) => glob.test(tag)));
  if (match === "all") return all;
  const isNamed = (tag: string): boolean => named.some((glob) => glob.test(tag));
  return match === "any" ? scope.some(isNamed) : scope.length > 0 && all && scope.every(isNamed);
}

/** The older form: the first of the well-formed entries whose wildcards cover the scope. */
function olderLimit({ observation_scope_limits: limits }: RuleSettings, scope: Scope): number | null {
  for (const { scope: globs, limit } of limits ?? []) {
    if (!isNames(globs) || !Number.isInteger(limit)) continue;
    if (takes({ tags: globs, match: "exact" }, scope)) return limit as number;
  }
  return null;
}

/** Wildcards of the shell: `*`, `?`, `[abc]`, `[a-z]`, `[!a]`. Cases count, and everything else stands for itself. */
export function globExpression(glob: string): RegExp {
  const source = glob.replaceAll(/\[(!?)(\]?[^\]]*)\]|[\s\S]/gu, (part, not: string | undefined, set: string | undefined) => {
    if (set !== undefined && set !== "") return `[${not === "!" ? "^" : ""}${set.replaceAll(/[\\\]^[&]/g, "\\$&")}]`;
    if (part === "*") return "[\\s\\S]*";
    if (part === "?") return "[\\s\\S]";
    return part.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  });
  try {
    return new RegExp(`^${source}$`, "u");
  } catch (error) {
    if (error instanceof SyntaxError) return new RegExp(`^${glob.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`, "u"); // a range like [z-a] names itself
    throw error;
  }
}
