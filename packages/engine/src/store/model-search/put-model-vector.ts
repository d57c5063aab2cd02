import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { vectorLiteral } from "../vectors/vector-literal.js";

/** The one vector of a model, in place of the one it had, whichever encoder made that. */
export async function putModelVector(
  tx: Db,
  bank: BankScope,
  id: string,
  { modelId, vector }: { readonly modelId: number; readonly vector: Float32Array },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO mental_model_vector (bank_id, id, model_id, embedding)
    VALUES (${bank.key}, ${id}, ${modelId}::smallint, ${vectorLiteral(vector)}::vector)
    ON CONFLICT (bank_id, id) DO UPDATE SET model_id = EXCLUDED.model_id, embedding = EXCLUDED.embedding`);
}
