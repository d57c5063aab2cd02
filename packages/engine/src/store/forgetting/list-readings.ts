import type { MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A memory that a mental model was written from, as both are now. */
export interface Reading {
  readonly modelId: string;
  readonly modelTags: readonly string[];
  /** As it is stored. */
  readonly trigger: unknown;
  readonly memoryNo: number;
  readonly kind: MemoryKind;
  readonly tags: readonly string[];
}

/** Which mental models were written from these memories. By key look-ups. */
export async function listReadings(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly Reading[]> {
  const { rows } = await db.query<Reading>(sql`
    SELECT m.id AS "modelId", m.tags AS "modelTags", m.trigger, f.memory_no AS "memoryNo", f.kind, f.tags
    FROM memory AS f
      CROSS JOIN LATERAL (SELECT s.model_id FROM mental_model_source AS s WHERE s.bank_id = ${bank.key} AND s.memory_id = f.id OFFSET 0) AS r
      CROSS JOIN LATERAL (SELECT * FROM mental_model AS one WHERE one.bank_id = ${bank.key} AND one.id = r.model_id OFFSET 0) AS m
    WHERE f.bank_id = ${bank.key} AND f.memory_no = ANY(${numbers}::integer[])
    ORDER BY m.id, f.memory_no`);
  return rows;
}
