import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { insertDocumentEvents } from "../store/document-events/insert-document-events.js";
import { findDocumentsBehind } from "../store/forgetting/find-documents-behind.js";
import { findLearnt } from "../store/forgetting/find-learnt.js";
import { findMemoryNumbers } from "../store/memories/find-memory-numbers.js";
import { askForConsolidation, type Consolidating } from "./ask-for-consolidation.js";
import { forgetMemories } from "./forget-memories.js";
import { type Forgotten, NOTHING_FORGOTTEN } from "./forgotten.js";
import { rounds } from "./rounds.js";
import { requeueEvidence } from "./unlearn.js";

/** Forgets all observations of a bank. The facts that they stood on are consolidated again. */
export async function forgetObservations(tx: Db, bank: BankScope, engine: Consolidating): Promise<Forgotten> {
  return clear(tx, bank, await findMemoryNumbers(tx, bank, { kind: "observation" }), null, engine);
}

/** Forgets the observations that stand on one fact. It and the other facts behind them are consolidated again. */
export async function forgetObservationsOf(
  tx: Db,
  bank: BankScope,
  fact: { readonly memoryNo: number; readonly id: string },
  engine: Consolidating,
): Promise<Forgotten> {
  const { observations } = await findLearnt(tx, bank, [fact.memoryNo]);
  return clear(tx, bank, observations, fact.id, engine);
}

async function clear(
  tx: Db,
  bank: BankScope,
  observations: readonly number[],
  factId: string | null,
  engine: Consolidating,
): Promise<Forgotten> {
  if (observations.length === 0) return NOTHING_FORGOTTEN;
  for (const round of rounds(observations)) {
    const documents = await findDocumentsBehind(tx, bank, round);
    await insertDocumentEvents(
      tx,
      bank,
      documents.map(({ documentId, observationIds }) => ({
        documentId,
        kind: "observations_cleared",
        factId,
        observationsRemoved: observationIds,
      })),
    );
  }
  const requeued = await requeueEvidence(tx, bank, observations, new Set());
  const forgotten = await forgetMemories(tx, bank, observations, { cause: "deleted", engine });
  await askForConsolidation(tx, bank, engine);
  return { ...forgotten, requeued };
}
