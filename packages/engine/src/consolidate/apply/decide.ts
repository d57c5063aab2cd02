/** Carries a plan out in memory: deletes, then updates, creates, merges. Actions that find nothing to act on are counted and left out. */

import { randomUUID } from "node:crypto";
import type { BatchPlan, PlannedSource } from "../plan.js";
import { type Belief, isChanged, newBelief, reworded, withEvidence } from "./belief.js";
import { type Ground, hashOf } from "./ground.js";

export interface Decided {
  /** In the order in which the plan came to them. */
  readonly created: readonly Belief[];
  readonly updated: readonly Belief[];
  /** Taken away as such. */
  readonly deleted: readonly Belief[];
  /** Taken into another one. */
  readonly merged: readonly Belief[];
  readonly skipped: number;
}

/** `firstNo`: the first of the numbers taken for the plan's creates. */
export function decide(plan: BatchPlan, { facts, beliefs, byText }: Ground, firstNo: number): Decided {
  const live = new Map(beliefs);
  const deleted: Belief[] = [];
  const merged: Belief[] = [];
  let skipped = 0;
  const scope = plan.batch.scope;
  const alive = (sources: readonly PlannedSource[]) => sources.filter(({ memoryNo }) => facts.has(memoryNo));
  const put = (belief: Belief | null): void => {
    if (belief === null) skipped += 1;
    else live.set(belief.memoryNo, belief);
  };

  const isBaseless = !plan.batch.facts.some(({ memoryNo }) => facts.has(memoryNo));
  for (const { observationNo } of plan.deletes) {
    const belief = live.get(observationNo);
    if (belief === undefined || isBaseless) {
      skipped += 1;
    } else {
      live.delete(observationNo);
      deleted.push(belief);
    }
  }
  const creates = [...plan.creates];
  for (const update of plan.updates) {
    const belief = live.get(update.observationNo);
    const sources = alive(update.sources);
    if (belief?.text !== update.expectedText && update.otherwise !== undefined) {
      creates.push(...update.otherwise);
      const folded = new Set(update.otherwise.flatMap((create) => create.sources.map(({ memoryNo }) => memoryNo)));
      const own = sources.filter(({ memoryNo }) => !folded.has(memoryNo));
      if (belief !== undefined && own.length > 0) put(withEvidence(belief, scope, own, facts));
      continue;
    }
    if (belief === undefined || sources.length === 0) {
      put(null);
      continue;
    }
    const supported = withEvidence(belief, scope, sources, facts);
    const next = belief.text === update.expectedText ? reworded(supported, update, update.reason) : supported;
    put(isChanged(next) ? next : null);
  }
  const same = new Map(byText);
  for (const [index, create] of creates.entries()) {
    const sources = alive(create.sources);
    const hash = hashOf(create.text);
    const twin = live.get(same.get(hash) ?? -1);
    const base = twin ?? newBelief(firstNo + index, randomUUID(), scope, create, create.reason);
    const next = sources.length === 0 ? null : withEvidence(base, scope, sources, facts);
    put(next !== null && (twin === undefined || isChanged(next)) ? next : null);
    if (next !== null) same.set(hash, next.memoryNo);
  }
  for (const merge of plan.merges) {
    const from = live.get(merge.fromNo);
    const into = live.get(merge.intoNo);
    const sources = from === undefined ? [] : alive([...from.sources].map(([memoryNo, quote]) => ({ memoryNo, quote })));
    const isRead = plan.updates.every(({ observationNo, text }) => observationNo !== merge.fromNo || text === from?.text);
    if (from === undefined || into === undefined || from === into || !isRead || into.text !== merge.expectedText || sources.length === 0) {
      skipped += 1;
      continue;
    }
    const folded = withEvidence(into, from.tags, sources, facts);
    live.set(into.memoryNo, reworded(folded, merge, merge.reason));
    live.delete(from.memoryNo);
    merged.push(from);
  }
  const touched = [...live.values()].filter(isChanged);
  return {
    created: touched.filter(({ before }) => before === null),
    updated: touched.filter(({ before }) => before !== null),
    deleted,
    merged: merged.filter(({ before }) => before !== null),
    skipped,
  };
}
