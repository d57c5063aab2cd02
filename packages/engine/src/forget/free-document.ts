import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { findMemoryNumbers } from "../store/memories/find-memory-numbers.js";
import { askForConsolidation, type Consolidating } from "./ask-for-consolidation.js";
import { forgetLearnt } from "./forget-memories.js";
import type { Forgotten } from "./forgotten.js";
import { leaveInvalidated } from "./leave-invalidated.js";
import type { Manner } from "./manner.js";
import { separate } from "./separate.js";

/**
 * Frees the memories of a document for other tags or scopes, before they get them: what other documents share stays theirs, and the observations of the
 * old tags, which others may read than the new ones, go. The caller marks the memories as to be consolidated; that is asked for here.
 */
export async function freeDocument(tx: Db, bank: BankScope, documentId: string, engine: Consolidating): Promise<Forgotten> {
  const manner: Manner = { cause: "rederived", engine };
  await leaveInvalidated(tx, bank, documentId, ({ isShared }) => !isShared);
  await separate(tx, bank, documentId, manner);
  const forgotten = await forgetLearnt(tx, bank, await findMemoryNumbers(tx, bank, { documentId }), manner);
  await askForConsolidation(tx, bank, engine);
  return forgotten;
}
