import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A memory that was put before a model's content. */
export interface ModelSource {
  readonly memoryId: string;
  /** What it said when it was read. */
  readonly text: string;
  readonly isCited: boolean;
}

export interface StoredSource extends ModelSource {
  readonly modelId: string;
  /** False once the memory is gone. */
  readonly isThere: boolean;
}

/** What the contents of these models were written from. */
export async function listModelSources(db: Db, bank: BankScope, modelIds: readonly string[]): Promise<readonly StoredSource[]> {
  const { rows } = await db.query<StoredSource>(sql`
    SELECT s.model_id AS "modelId", s.memory_id AS "memoryId", s.text, s.is_cited AS "isCited",
      EXISTS (SELECT FROM memory AS m WHERE m.bank_id = s.bank_id AND m.id = s.memory_id) AS "isThere"
    FROM mental_model_source AS s
    WHERE s.bank_id = ${bank.key} AND s.model_id = ANY(${modelIds}::text[])
    ORDER BY s.model_id, s.memory_id`);
  return rows;
}
