import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { VectorTarget } from "../vectors/insert-vectors.js";
import { vectorArray } from "../vectors/vector-array.js";

export interface MemoryVector {
  readonly memoryNo: number;
  readonly vector: Float32Array;
}

/**
 * Stores the vectors of memories that are new and do not wait for theirs. The statement of those that wait compares with the queue, which in a bank without
 * statistics took 5 s for 3,000 (PostgreSQL); this one takes what the check of the foreign key does.
 */
export async function insertMemoryVectors(tx: Db, bank: BankScope, target: VectorTarget, rows: readonly MemoryVector[]): Promise<number> {
  if (rows.length === 0) return 0;
  const vectors = vectorArray(
    rows.map((row) => row.vector),
    target.vectorType,
  );
  const { affected } = await tx.query(sql`
    INSERT INTO memory_vector (bank_id, memory_no, model_id, embedding)
    SELECT ${bank.key}, r.memory_no, ${target.modelId}::smallint, r.embedding
    FROM unnest(${rows.map((row) => row.memoryNo)}::integer[], ${vectors}::vector[]) AS r(memory_no, embedding)`);
  return affected;
}
