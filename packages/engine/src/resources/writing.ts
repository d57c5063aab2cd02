import { bankNotFound } from "../banks/index.js";
import type { BankScope } from "../domain/scope.js";
import { operationsOf } from "../operations/index.js";
import { embeddingOf } from "../retain/index.js";
import { lockBank } from "../store/banks/lock-bank.js";
import { touchBank } from "../store/banks/touch-bank.js";
import type { Database, Db } from "../store/db.js";

/** Runs a change to a bank's memories in one transaction that holds the bank, and notes that it was written. Throws `bank_not_found` when it is gone. */
export async function changingMemories<T>(db: Database, bank: BankScope, change: (tx: Db) => Promise<T>): Promise<T> {
  const done = await db.transaction(async (tx) => {
    if (!(await lockBank(tx, bank))) throw bankNotFound(bank.bankId);
    const result = await change(tx);
    await touchBank(tx, bank);
    return result;
  });
  operationsOf(db)?.wake(); // what is learnt anew
  embeddingOf(db)?.wake(); // a memory that outlives its document may have got another wording, and waits for its vector
  return done;
}
