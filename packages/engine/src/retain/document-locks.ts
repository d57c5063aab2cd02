import type { BankScope } from "../domain/scope.js";
import type { Database } from "../store/db.js";

/** The end of the line at each document that is being written in this process. */
const lines = new WeakMap<Database, Map<string, Promise<void>>>();

/**
 * Lets the writers of a document in this process go one after another, in the order in which they came: appends to one conversation need not be
 * planned twice. Between processes the comparison of hashes under the bank's lock does the same. Documents are taken in one order, so no two
 * writers wait for each other.
 */
export async function withDocuments<T>(db: Database, bank: BankScope, documentIds: readonly string[], work: () => Promise<T>): Promise<T> {
  const queue = lines.get(db) ?? new Map<string, Promise<void>>();
  lines.set(db, queue);
  const keys = [...new Set(documentIds)].sort().map((id) => `${bank.key}/${id}`);
  const before = keys.flatMap((key) => queue.get(key) ?? []);
  let leave = (): void => undefined;
  const turn = new Promise<void>((resolve) => {
    leave = resolve;
  });
  // All places are taken in the same step of the event loop, so who comes first is first at every document.
  for (const key of keys) queue.set(key, turn);
  try {
    await Promise.all(before);
    return await work();
  } finally {
    leave();
    for (const key of keys) if (queue.get(key) === turn) queue.delete(key);
  }
}
