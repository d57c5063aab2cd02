import { createHash } from "node:crypto";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { vectorArray } from "./vector-array.js";

export interface VectorRow {
  readonly bankKey: number;
  readonly memoryNo: number;
  readonly vector: Float32Array;
  /** What it was made of. Where the memory has another text by now, the vector is dropped, and the memory waits on. Absent: not compared. */
  readonly text?: string;
}

/** Where vectors go. */
export interface VectorTarget {
  readonly modelId: number;
  /** What `vectorType` says of this database. */
  readonly vectorType: number;
}

/**
 * Stores vectors and takes their memories out of the queue, in one statement. A memory that was deleted while its vector was made has no row in the
 * queue any more, and its vector is dropped; so is one of a text that the memory had before. Returns how many were stored. Writes for whatever bank the queue held, hence the tenant's scope.
 */
export async function insertVectors(db: Db, _tenant: TenantScope, target: VectorTarget, rows: readonly VectorRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const vectors = vectorArray(
    rows.map((r) => r.vector),
    target.vectorType,
  );
  const { affected } = await db.query(sql`
    WITH made AS (
      SELECT * FROM unnest(${rows.map((r) => r.bankKey)}::integer[], ${rows.map((r) => r.memoryNo)}::integer[], ${vectors}::vector[],
        ${rows.map((r) => (r.text === undefined ? null : md5(r.text)))}::text[]) AS r(bank_id, memory_no, embedding, text_md5)
    ), done AS (
      DELETE FROM embedding_queue q USING made WHERE q.bank_id = made.bank_id AND q.memory_no = made.memory_no
        AND (made.text_md5 IS NULL OR made.text_md5 = (SELECT md5(m.text) FROM memory AS m WHERE m.bank_id = made.bank_id AND m.memory_no = made.memory_no))
      RETURNING q.bank_id, q.memory_no
    )
    INSERT INTO memory_vector (bank_id, memory_no, model_id, embedding)
    SELECT made.bank_id, made.memory_no, ${target.modelId}::smallint, made.embedding FROM made JOIN done USING (bank_id, memory_no)
    ON CONFLICT (bank_id, memory_no, model_id) DO UPDATE SET embedding = EXCLUDED.embedding`);
  return affected;
}

const md5 = (text: string): string => createHash("md5").update(text, "utf8").digest("hex");
