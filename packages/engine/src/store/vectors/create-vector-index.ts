import type { BankScope } from "../../domain/scope.js";
import type { Database } from "../db.js";
import { indexedType, vectorIndexName } from "./vector-index.js";

/** Drops what a failed build left, and builds the graph; where writers must not wait, concurrently with them. */
export async function createVectorIndex(db: Database, bank: BankScope, modelId: number, dimension: number): Promise<void> {
  const type = indexedType(dimension);
  if (type === null) return;
  const name = vectorIndexName(bank, modelId);
  const concurrently = db.capabilities.concurrent ? "CONCURRENTLY" : "";
  await db.script(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
  await db.script(
    `CREATE INDEX ${concurrently} IF NOT EXISTS ${name} ON memory_vector USING hnsw ((embedding::${type.text}) vector_ip_ops)
     WITH (m = 16, ef_construction = 64) WHERE bank_id = ${bank.key} AND model_id = ${modelId}`,
  );
}
