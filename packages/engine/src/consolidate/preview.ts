/** What strategies would take, without anything being consolidated. */

import type { EngineContext } from "../context.js";
import type { DefaultPreview, ScopePreview, StrategiesPreview, StrategyPreview } from "../domain/consolidation.js";
import type { ObservationScopeCount } from "../domain/observations.js";
import type { BankScope } from "../domain/scope.js";
import { listScopes } from "../store/consolidation/list-scopes.js";
import { isActive, readStrategies, type Strategy, takes } from "./rules.js";

/** Most scopes that a preview looks at; those of most observations come first. */
const MOST_SCOPES = 10_000;

/** Which scopes of a bank the given strategies would take: the first one that takes a scope has it. */
export async function previewStrategies(
  { db }: Pick<EngineContext, "db">,
  bank: BankScope,
  specs: readonly Readonly<Record<string, unknown>>[],
  sampleLimit: number,
): Promise<StrategiesPreview> {
  const scopes = await listScopes(db, bank, { limit: MOST_SCOPES + 1, offset: 0 });
  return previewOf(readStrategies(specs), scopes.slice(0, MOST_SCOPES), sampleLimit, scopes.length <= MOST_SCOPES);
}

export function previewOf(
  strategies: readonly Strategy[],
  scopes: readonly ObservationScopeCount[],
  sampleLimit: number,
  complete: boolean,
): StrategiesPreview {
  const handled = scopes.map((scope): ScopePreview => {
    const index = strategies.findIndex(
      (one) => isActive(one) && one.patterns.some((pattern) => pattern !== null && takes(pattern, scope.tags)),
    );
    return { ...scope, handledBy: index === -1 ? null : index };
  });
  const summary = (found: readonly ScopePreview[]): DefaultPreview => ({
    matchCount: found.length,
    observationCount: found.reduce((sum, { count }) => sum + count, 0),
    samples: found.slice(0, sampleLimit),
  });
  return {
    strategies: strategies.map((strategy, index): StrategyPreview => {
      const active = isActive(strategy);
      return {
        active,
        claimedCount: handled.filter(({ handledBy }) => handledBy === index).length,
        rules: strategy.patterns.map((pattern) => {
          const found = pattern === null ? [] : handled.filter(({ tags }) => takes(pattern, tags));
          const isTaken = ({ handledBy }: ScopePreview): boolean => handledBy !== null && handledBy < index;
          return { ...summary(found), takenCount: found.filter(isTaken).length };
        }),
      };
    }),
    defaults: summary(handled.filter(({ handledBy }) => handledBy === null)),
    scopesScanned: scopes.length,
    complete,
  };
}
