/** What was learnt of memories that go or change: observations, mental models, and the records of the calls that learnt it. */

import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { findEvidence } from "../store/forgetting/find-evidence.js";
import { findLearnt } from "../store/forgetting/find-learnt.js";
import { forgetLearningTexts } from "../store/forgetting/forget-learning-texts.js";
import { inheritEvidence } from "../store/forgetting/inherit-evidence.js";
import { noteForgetting } from "../store/forgetting/note-forgetting.js";
import { requeueFacts } from "../store/forgetting/requeue-facts.js";
import { askForConsolidation } from "./ask-for-consolidation.js";
import type { Manner } from "./manner.js";
import { rounds } from "./rounds.js";
import { unsayModels } from "./unsay-models.js";

export interface Unlearnt {
  /** Observations that stood on the memories and are none of them: to be deleted by the caller, in the same transaction. */
  readonly observations: readonly number[];
  /** Other facts behind those observations, which are consolidated again. */
  readonly requeued: number;
  /** Mental models that had read what goes and are written anew. */
  readonly modelRefreshes: number;
}

/**
 * Undoes what was learnt of memories, before they go or say something else. Two statements where nothing was learnt of them; two more for a thousand
 * observations. The bank's row is held: a consolidation that is being worked writes before or after, and finds the facts gone or changed.
 */
export async function unlearn(tx: Db, bank: BankScope, numbers: readonly number[], manner: Manner): Promise<Unlearnt> {
  const standing = new Set<number>();
  let hasModels = false;
  let hasTexts = false;
  for (const round of rounds(numbers)) {
    const learnt = await findLearnt(tx, bank, round);
    for (const observation of learnt.observations) standing.add(observation);
    hasModels = learnt.hasModels;
    hasTexts = learnt.hasTexts;
  }
  if (manner.cause !== "rederived") await noteForgetting(tx, bank);
  const observations = [...standing];
  const going = new Set([...numbers, ...observations]);
  let modelRefreshes = 0;
  if (hasModels && manner.cause === "rederived") for (const round of rounds([...going])) await inheritEvidence(tx, bank, round);
  if (hasModels && manner.cause !== "rederived") modelRefreshes = await unsayModels(tx, bank, [...going], manner.cause);
  if (hasTexts && manner.cause !== "rederived") await forgetLearningTexts(tx, bank);
  const requeued = await requeueEvidence(tx, bank, observations, going);
  if (requeued > 0) await askForConsolidation(tx, bank, manner.engine);
  const named = new Set(numbers);
  return { observations: observations.filter((observation) => !named.has(observation)), requeued, modelRefreshes };
}

/** Has the facts behind observations consolidated again, but for those that go themselves; returns how many. */
export async function requeueEvidence(
  tx: Db,
  bank: BankScope,
  observations: readonly number[],
  going: ReadonlySet<number>,
): Promise<number> {
  const facts = new Set<number>();
  for (const round of rounds(observations)) for (const fact of await findEvidence(tx, bank, round)) if (!going.has(fact)) facts.add(fact);
  let requeued = 0;
  for (const round of rounds([...facts])) requeued += await requeueFacts(tx, bank, round);
  return requeued;
}
