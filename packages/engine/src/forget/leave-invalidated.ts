import type { BankScope } from "../domain/scope.js";
import { deleteInvalidated } from "../store/curation/delete-invalidated.js";
import { findInvalidatedOf, type StatedOut } from "../store/curation/find-invalidated-of.js";
import { moveInvalidated } from "../store/curation/move-invalidated.js";
import type { Db } from "../store/db.js";

/**
 * Facts out of use that a document states no more: one that others state as well stays with them, in their words; the others are gone for good. Returns
 * those that `stay`. One statement where the document has none.
 */
export async function leaveInvalidated(
  tx: Db,
  bank: BankScope,
  documentId: string,
  stays: (one: StatedOut) => boolean,
): Promise<readonly StatedOut[]> {
  const stated = await findInvalidatedOf(tx, bank, documentId);
  const leaving = stated.filter((one) => !stays(one));
  const numbers = (isShared: boolean): readonly number[] =>
    leaving.filter((one) => one.isShared === isShared).map(({ memoryNo }) => memoryNo);
  if (numbers(true).length > 0) await moveInvalidated(tx, bank, documentId, numbers(true));
  if (numbers(false).length > 0) await deleteInvalidated(tx, bank, numbers(false));
  return stated.filter(stays);
}
