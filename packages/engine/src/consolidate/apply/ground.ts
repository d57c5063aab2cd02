/** What a plan meets when it is applied: the facts and observations that are there now, under the bank's lock. */

import type { BankScope } from "../../domain/scope.js";
import { textHash } from "../../domain/text/text-hash.js";
import type { Db } from "../../store/db.js";
import { findObservations } from "../../store/observations/find-observations.js";
import { readObservations } from "../../store/observations/read-observations.js";
import { readSourceFacts, type SourceFact } from "../../store/observations/read-source-facts.js";
import type { Batch, BatchPlan } from "../plan.js";
import { type Belief, storedBelief } from "./belief.js";

export interface Ground {
  /** Live facts by number: those that the plan cites, of the batch or not, and those behind the observations that it folds or takes away. */
  readonly facts: ReadonlyMap<number, SourceFact>;
  /** Observations by number: those that the plan names, and those that say already what it wants to make. */
  readonly beliefs: ReadonlyMap<number, Belief>;
  /** What stands for the scope already, by the hash of its text. */
  readonly byText: ReadonlyMap<string, number>;
}

export async function readGround(tx: Db, bank: BankScope, plan: BatchPlan): Promise<Ground> {
  const { batch, deletes, updates, creates, merges } = plan;
  const named = [...deletes, ...updates].map(({ observationNo }) => observationNo);
  const rows = await readObservations(tx, bank, [...named, ...merges.flatMap(({ fromNo, intoNo }) => [fromNo, intoNo])]);
  const hashes = [...creates, ...updates.flatMap(({ otherwise }) => otherwise ?? [])].map(({ text }) => hashOf(text));
  const equal = hashes.length === 0 ? [] : await findObservations(tx, bank, hashes);
  const same = equal.filter(({ tags }) => isSameSet(tags, batch.scope));
  const cited = [...updates, ...creates].flatMap(({ sources }) => sources.map(({ memoryNo }) => memoryNo));
  const going = new Set([...deletes.map(({ observationNo }) => observationNo), ...merges.map(({ fromNo }) => fromNo)]);
  const behind = rows.flatMap(({ memoryNo, sourceNos }) => (going.has(memoryNo) ? sourceNos : []));
  const facts = await readSourceFacts(tx, bank, [...batch.facts.map(({ memoryNo }) => memoryNo), ...cited, ...behind]);
  return {
    facts: new Map(facts.filter((fact) => isAsPlanned(batch, fact)).map((fact) => [fact.memoryNo, fact])),
    beliefs: new Map([...same, ...rows].filter(({ tags }) => holds(tags, batch.scope)).map((row) => [row.memoryNo, storedBelief(row)])),
    byText: new Map(same.map(({ textHash: hash, memoryNo }) => [hash, memoryNo])),
  };
}

export function hashOf(text: string): string {
  return textHash(text).toString("hex");
}

/** A fact of the batch that was edited or has other tags by now is not what the plan was made of: it is consolidated again. */
function isAsPlanned({ facts }: Batch, { memoryNo, text, tags }: SourceFact): boolean {
  const planned = facts.find((fact) => fact.memoryNo === memoryNo);
  return planned === undefined || (planned.text === text && isSameSet(planned.tags, tags));
}

/** An observation of the scope carries its tags; one of the whole bank carries none. */
function holds(tags: readonly string[], scope: readonly string[]): boolean {
  return scope.length === 0 ? tags.length === 0 : scope.every((tag) => tags.includes(tag));
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((tag) => right.has(tag));
}
