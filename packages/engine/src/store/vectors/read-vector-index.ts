import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type VectorForm, vectorIndexName } from "./vector-index.js";

/** The form in which the bank's graph is there and complete, the smaller one where both are; null without one. A concurrent build that failed leaves one that is not complete. */
export async function readVectorIndex(db: Db, bank: BankScope, modelId: number): Promise<VectorForm | null> {
  const [half, full] = [vectorIndexName(bank, modelId, "halfvec"), vectorIndexName(bank, modelId, "vector")];
  const { rows } = await db.query<{ form: VectorForm }>(sql`
    SELECT CASE WHEN c.relname = ${half} THEN 'halfvec' ELSE 'vector' END AS form FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE c.relname IN (${half}, ${full}) AND c.relnamespace = current_schema()::regnamespace AND i.indisvalid ORDER BY form LIMIT 1`);
  return rows[0]?.form ?? null;
}
