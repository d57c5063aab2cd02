import type { BankScope } from "../../domain/scope.js";
import type { Database } from "../db.js";
import { type VectorForm, vectorIndexName } from "./vector-index.js";

/** Drops one graph of a bank, if it is there; where others work meanwhile, without making them wait. */
export async function dropVectorIndex(db: Database, bank: BankScope, modelId: number, form: VectorForm): Promise<void> {
  const concurrently = db.capabilities.concurrent ? "CONCURRENTLY" : "";
  await db.script(`DROP INDEX ${concurrently} IF EXISTS ${vectorIndexName(bank, modelId, form)}`);
}
