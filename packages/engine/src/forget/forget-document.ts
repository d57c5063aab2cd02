import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { deleteDocument } from "../store/documents/delete-document.js";
import { findMemoryNumbers } from "../store/memories/find-memory-numbers.js";
import { forgetMemories } from "./forget-memories.js";
import type { Forgotten } from "./forgotten.js";

/** Forgets a document with its chunks, runs and memories; null when there is none of that id. */
export async function forgetDocument(tx: Db, bank: BankScope, documentId: string): Promise<Forgotten | null> {
  const forgotten = await forgetMemories(tx, bank, await findMemoryNumbers(tx, bank, { documentId }));
  return (await deleteDocument(tx, bank, documentId)) ? forgotten : null;
}
