import type { MemoryKind } from "../domain/memory.js";
import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { findMemoryNumbers } from "../store/memories/find-memory-numbers.js";
import { forgetMemories } from "./forget-memories.js";
import type { Forgotten } from "./forgotten.js";

/** Forgets the memories of one kind. Documents stay, since memories of the other kinds stand on them too. */
export async function forgetKind(tx: Db, bank: BankScope, kind: MemoryKind): Promise<Forgotten> {
  return forgetMemories(tx, bank, await findMemoryNumbers(tx, bank, { kind }));
}
