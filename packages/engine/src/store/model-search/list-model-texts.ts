import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { ModelText } from "./lock-model-text.js";

/** What the models of a bank say, to be indexed: a bank has tens of them. */
export async function listModelTexts(db: Db, bank: BankScope): Promise<readonly (ModelText & { readonly id: string })[]> {
  const { rows } = await db.query<ModelText & { readonly id: string }>(sql`
    SELECT id, name, content FROM mental_model WHERE bank_id = ${bank.key} ORDER BY id`);
  return rows;
}
