/** What a consolidation did so far, as its operation keeps it. Pure. */

import type { Applied } from "./plan.js";
import { type Scope, scopeKey, scopeOf } from "./scopes.js";

/** Names as in the contract's result. */
export interface Tally {
  readonly memories_processed: number;
  readonly memories_failed: number;
  readonly observations_created: number;
  readonly observations_updated: number;
  readonly observations_merged: number;
  readonly observations_deleted: number;
  readonly actions_executed: number;
  readonly skipped: number;
}

const NOTHING: Tally = {
  memories_processed: 0,
  memories_failed: 0,
  observations_created: 0,
  observations_updated: 0,
  observations_merged: 0,
  observations_deleted: 0,
  actions_executed: 0,
  skipped: 0,
};

/** What earlier steps of the operation noted. */
export function readTally(resultMetadata: Readonly<Record<string, unknown>>): Tally {
  const noted = Object.keys(NOTHING).map((name) => [name, typeof resultMetadata[name] === "number" ? resultMetadata[name] : 0]);
  return Object.fromEntries(noted) as Tally;
}

/** With one batch more, of so many facts. */
export function withBatch(tally: Tally, facts: number, applied: readonly Applied[]): Tally {
  const sum = (count: (one: Applied) => number): number => applied.reduce((total, one) => total + count(one), 0);
  const [created, updated] = [sum((one) => one.created.length), sum((one) => one.updated.length)];
  const [deleted, merged] = [sum((one) => one.deleted.length), sum((one) => one.merged)];
  return {
    memories_processed: tally.memories_processed + facts,
    memories_failed: tally.memories_failed,
    observations_created: tally.observations_created + created,
    observations_updated: tally.observations_updated + updated,
    observations_merged: tally.observations_merged + merged,
    observations_deleted: tally.observations_deleted + deleted,
    actions_executed: tally.actions_executed + created + updated + deleted + merged,
    skipped: tally.skipped + sum((one) => one.skipped),
  };
}

/** With facts that could not be consolidated. */
export function withFailed(tally: Tally, facts: number): Tally {
  return { ...tally, memories_processed: tally.memories_processed + facts, memories_failed: tally.memories_failed + facts };
}

/** Sets of tags, each once; what is no set of tags is left out. */
export function joinTagSets(...lists: readonly unknown[]): readonly Scope[] {
  const sets = lists.flatMap((list) => (Array.isArray(list) ? list : [])).filter((set): set is readonly string[] => Array.isArray(set));
  return [...new Map(sets.map((set) => [scopeKey(scopeOf(set)), scopeOf(set)])).values()];
}
