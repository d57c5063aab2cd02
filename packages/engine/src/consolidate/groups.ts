/** Facts that may be consolidated together: of one set of tags, and of one set of scopes. Pure. */

import type { CandidateRow } from "../store/consolidation/list-candidates.js";
import { passesOf, readScopes, type Scope, scopeKey, scopeOf } from "./scopes.js";

/** A fact as it was when it was picked: one that was written since is not done with what was read of it. */
export type Candidate = CandidateRow;

export interface Group {
  /** One pass for each. */
  readonly scopes: readonly Scope[];
  /** Sub-batches, each consolidated as one, in order. */
  readonly batches: readonly (readonly Candidate[])[];
}

/**
 * Groups facts by tags and scopes, in order of their first fact, and cuts each group into batches. Facts with other tags never come into one batch,
 * whatever their scopes: no text goes from one to the other.
 */
export function groupFacts(facts: readonly Candidate[], defaultScopes: unknown, batchSize: number): readonly Group[] {
  const groups = new Map<string, { readonly scopes: readonly Scope[]; readonly facts: Candidate[] }>();
  for (const fact of facts) {
    const spec = readScopes(fact.observationScopes) ?? readScopes(defaultScopes);
    const scopes = passesOf(spec, fact.tags);
    const key = `${scopeKey(scopeOf(fact.tags))} ${JSON.stringify(scopes)}`;
    const group = groups.get(key) ?? { scopes, facts: [] };
    group.facts.push(fact);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ scopes: group.scopes, batches: cut(group.facts, batchSize) }));
}

function cut(facts: readonly Candidate[], size: number): readonly (readonly Candidate[])[] {
  return Array.from({ length: Math.ceil(facts.length / size) }, (_, index) => facts.slice(index * size, (index + 1) * size));
}
