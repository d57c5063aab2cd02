// Consolidation as callers see it beside its operation: what strategies take.
// In: nothing. Out: types only.

import type { ObservationScopeCount } from "./observations.js";

/** A scope, and the strategy by its place that has it; null: the bank's settings hold. */
export interface ScopePreview extends ObservationScopeCount {
  readonly handledBy: number | null;
}

export interface DefaultPreview {
  /** Scopes that are matched. */
  readonly matchCount: number;
  /** Observations in them. */
  readonly observationCount: number;
  readonly samples: readonly ScopePreview[];
}

export interface StrategyPreview {
  /** False for a strategy without a setting, or without a usable rule. */
  readonly active: boolean;
  /** Scopes that it has: no strategy before it takes them. */
  readonly claimedCount: number;
  /** One for each of its patterns. `takenCount` of the matched scopes belong to a strategy before it. */
  readonly rules: readonly (DefaultPreview & { readonly takenCount: number })[];
}

export interface StrategiesPreview {
  readonly strategies: readonly StrategyPreview[];
  /** Scopes that no strategy takes. */
  readonly defaults: DefaultPreview;
  readonly scopesScanned: number;
  /** False when the bank has more scopes than were looked at. */
  readonly complete: boolean;
}
