import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import type { Db } from "../../store/db.js";
import { listInvalidatedOf } from "../../store/transfer/list-invalidated-of.js";
import { listKeys } from "../../store/transfer/list-keys.js";
import { listMemoriesOf } from "../../store/transfer/list-memories-of.js";

/** What of a bank goes into an archive, by keys. */
export interface Choice {
  /** Null: all documents. */
  readonly chosen: ReadonlySet<string> | null;
  readonly documents: readonly string[];
  /** Memories and facts out of use, by number. */
  readonly memories: readonly number[];
  /** Of the memories, those that are at home in documents which were not chosen. */
  readonly foreign: readonly number[];
  readonly invalidated: readonly number[];
  readonly runs: readonly number[];
}

export const NOTHING_CHOSEN: Choice = { chosen: null, documents: [], memories: [], foreign: [], invalidated: [], runs: [] };

/** Throws `document_not_found` when a document that was asked for is not there: an archive must not lack what its caller named. */
export async function choose(tx: Db, bank: BankScope, documentIds: readonly string[] | null): Promise<Choice> {
  const all = (await listKeys(tx, bank, "document")) as readonly string[];
  if (documentIds === null) {
    return {
      chosen: null,
      documents: all,
      memories: (await listKeys(tx, bank, "memory")) as readonly number[],
      foreign: [],
      invalidated: (await listKeys(tx, bank, "invalidated_memory")) as readonly number[],
      runs: (await listKeys(tx, bank, "run")) as readonly number[],
    };
  }
  const known = new Set(all);
  const missing = documentIds.filter((id) => !known.has(id));
  if (missing.length > 0) {
    const named = missing.slice(0, 10).map((id) => `'${id}'`);
    throw new HindsightError(
      "document_not_found",
      `The bank has no document ${named.join(", ")}${missing.length > 10 ? " and others" : ""}`,
    );
  }
  const chosen = new Set(documentIds);
  const documents = [...chosen].sort();
  const memories = await listMemoriesOf(tx, bank, documents);
  return {
    chosen,
    documents,
    memories: memories.map(({ memoryNo }) => memoryNo),
    foreign: memories.filter(({ isAtHome }) => !isAtHome).map(({ memoryNo }) => memoryNo),
    invalidated: await listInvalidatedOf(tx, bank, documents),
    runs: [...new Set(memories.flatMap(({ runNo, isAtHome }) => (isAtHome && runNo !== null ? [runNo] : [])))].sort((a, b) => a - b),
  };
}
