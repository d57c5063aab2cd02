// apply: a plan becomes rows.
// In: the caller's transaction and the plan of one batch. Out: what was done, by observation and by document.
// Models were asked before and may have taken minutes: what a plan stands on is looked at again under the bank's lock, and what is gone is left out.

import type { EngineContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { forgetMemories } from "../../forget/index.js";
import { allocateNumbers } from "../../store/banks/allocate-numbers.js";
import type { Db } from "../../store/db.js";
import { copyObservationReadings } from "../../store/observations/copy-observation-readings.js";
import type { SourceFact } from "../../store/observations/read-source-facts.js";
import type { Applied, BatchPlan } from "../plan.js";
import type { Belief } from "./belief.js";
import { type Decided, decide } from "./decide.js";
import { readGround } from "./ground.js";
import { writeBeliefs } from "./write.js";

const NOTHING: Applied = { created: [], updated: [], deleted: [], merged: 0, skipped: 0, byDocument: new Map() };

/**
 * Applies a plan in the caller's transaction; takes the bank's row. Facts that are gone, or are not any more what the plan was made of (edited, other
 * tags), drop out; an action without a fact is skipped. Throws `bank_not_found`, and what the database throws.
 */
export async function applyPlan(ctx: EngineContext, tx: Db, bank: BankScope, plan: BatchPlan): Promise<Applied> {
  if (plan.deletes.length + plan.updates.length + plan.creates.length + plan.merges.length === 0) return NOTHING;
  const spare = plan.updates.flatMap(({ otherwise }) => otherwise ?? []);
  const numbers = await allocateNumbers(tx, bank, { memories: plan.creates.length + spare.length, runs: 0 });
  if (numbers === null) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  const ground = await readGround(tx, bank, plan);
  const decided = decide(plan, ground, numbers.memoryNo);
  await writeBeliefs(tx, ctx, bank, decided, plan.modelId);
  const gone = [...decided.deleted, ...decided.merged].map(({ memoryNo }) => memoryNo);
  const folded = plan.merges.filter(({ fromNo }) => decided.merged.some(({ memoryNo }) => memoryNo === fromNo));
  if (folded.length > 0) await copyObservationReadings(tx, bank, folded);
  if (gone.length > 0) await forgetMemories(tx, bank, gone, { cause: "rederived", engine: ctx });
  return {
    created: decided.created.map(({ id }) => id),
    updated: decided.updated.map(({ id }) => id),
    deleted: decided.deleted.map(({ id }) => id),
    merged: decided.merged.length,
    skipped: decided.skipped,
    byDocument: byDocument(decided, ground.facts),
  };
}

/** An observation is told to the documents of the facts that it is new to, and one that goes to those of all that it stood on. */
function byDocument(decided: Decided, facts: ReadonlyMap<number, SourceFact>): Applied["byDocument"] {
  const told = new Map<string, { readonly created: string[]; readonly updated: string[]; readonly deleted: string[] }>();
  const tell = (what: "created" | "updated" | "deleted", { id }: Belief, behind: readonly SourceFact[]): void => {
    for (const documentId of new Set(behind.flatMap(({ documentIds }) => documentIds))) {
      const entry = told.get(documentId) ?? { created: [], updated: [], deleted: [] };
      entry[what].push(id);
      told.set(documentId, entry);
    }
  };
  const behind = ({ sources }: Belief) => [...sources.keys()].flatMap((number) => facts.get(number) ?? []);
  for (const belief of decided.created) tell("created", belief, belief.added);
  for (const belief of decided.updated) tell("updated", belief, belief.added);
  for (const belief of [...decided.deleted, ...decided.merged]) tell("deleted", belief, behind(belief));
  return told;
}
