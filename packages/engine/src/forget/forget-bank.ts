import type { BankScope } from "../domain/scope.js";
import { deleteBank } from "../store/banks/delete-bank.js";
import type { Db } from "../store/db.js";
import { forgetEverything } from "./forget-everything.js";
import type { Forgotten } from "./forgotten.js";

/** Forgets a bank: its memories and documents, then its aliases, operations and settings with its own row. No model is left that could be refreshed. */
export async function forgetBank(tx: Db, bank: BankScope): Promise<Forgotten> {
  const forgotten = await forgetEverything(tx, bank);
  await deleteBank(tx, bank);
  return { ...forgotten, modelRefreshes: 0 };
}
