import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { deleteEndedExtractions } from "../store/extractions/delete-ended-extractions.js";
import { forgetPayloads } from "../store/operations/forget-payloads.js";

/**
 * Forgets what operations that failed or were cancelled still hold of a document for a retry, whether it was ever stored or not; null is every document of
 * the bank. Those that wait or are at work keep what they were given, and write it.
 */
export async function forgetQueued(tx: Db, bank: BankScope, documentId: string | null): Promise<void> {
  const operationIds = await forgetPayloads(tx, bank, documentId);
  if (operationIds.length > 0) await deleteEndedExtractions(tx, bank, operationIds);
}
