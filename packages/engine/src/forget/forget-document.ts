import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { deleteDocument } from "../store/documents/delete-document.js";
import { forgetLlmTexts } from "../store/llm-requests/forget-llm-texts.js";
import { findMemoryNumbers } from "../store/memories/find-memory-numbers.js";
import { findShared } from "../store/sources/find-shared.js";
import type { Consolidating } from "./ask-for-consolidation.js";
import { forgetMemories } from "./forget-memories.js";
import { forgetQueued } from "./forget-queued.js";
import { type Forgotten, sum } from "./forgotten.js";
import { leaveInvalidated } from "./leave-invalidated.js";
import type { Manner } from "./manner.js";
import { dropSources } from "./settle-sources.js";

/**
 * Forgets a document with its chunks, runs and memories, and what ended operations hold of it, also when it was never stored; then null, and the transaction
 * is to be kept. A memory that other documents state too stays with them, in their words.
 */
export async function forgetDocument(tx: Db, bank: BankScope, documentId: string, engine: Consolidating): Promise<Forgotten | null> {
  const manner: Manner = { cause: "deleted", engine };
  const shared = await findShared(tx, bank, documentId);
  const { orphans, forgotten: moved } = await dropSources(tx, bank, shared, manner);
  const own = await findMemoryNumbers(tx, bank, { documentId }); // those that moved away are no more among them
  const forgotten = await forgetMemories(tx, bank, [...new Set([...own, ...orphans])], manner);
  await leaveInvalidated(tx, bank, documentId, () => false);
  const isThere = await deleteDocument(tx, bank, documentId);
  await forgetQueued(tx, bank, documentId);
  await forgetLlmTexts(tx, bank, documentId, { namedOnly: !isThere });
  return isThere ? sum(moved, forgotten) : null;
}
