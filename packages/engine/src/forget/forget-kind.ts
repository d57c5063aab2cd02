import type { MemoryKind } from "../domain/memory.js";
import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { touchDocumentsOfKind } from "../store/documents/touch-documents-of-kind.js";
import { findMemoryNumbers } from "../store/memories/find-memory-numbers.js";
import { forgetMemories } from "./forget-memories.js";
import type { Forgotten } from "./forgotten.js";

/**
 * Forgets the memories of one kind. Documents stay, since memories of the other kinds stand on them too. They have a new revision: a retain that was
 * planned on the memories is planned again, and retaining such a document again makes what is missing.
 */
export async function forgetKind(tx: Db, bank: BankScope, kind: MemoryKind): Promise<Forgotten> {
  await touchDocumentsOfKind(tx, bank, kind);
  return forgetMemories(tx, bank, await findMemoryNumbers(tx, bank, { kind }));
}
