import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The vectors of memories, by number; those that wait for theirs are missing. */
export async function readVectors(
  db: Db,
  bank: BankScope,
  modelId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Float32Array>> {
  const { rows } = await db.query<{ memoryNo: number; embedding: string }>(sql`
    SELECT memory_no AS "memoryNo", embedding::text AS embedding FROM memory_vector
    WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[]) AND model_id = ${modelId} ORDER BY memory_no`);
  return new Map(rows.map(({ memoryNo, embedding }) => [memoryNo, Float32Array.from(JSON.parse(embedding) as readonly number[])]));
}
