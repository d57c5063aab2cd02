import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the vectors of other models than this one, of the memories numbered above `after` and up to `to`. */
export async function deleteOtherVectors(
  db: Db,
  bank: BankScope,
  { modelId, after, to }: { readonly modelId: number; readonly after: number; readonly to: number },
): Promise<number> {
  const { affected } = await db.query(sql`
    DELETE FROM memory_vector WHERE bank_id = ${bank.key} AND memory_no > ${after} AND memory_no <= ${to} AND model_id <> ${modelId}`);
  return affected;
}
