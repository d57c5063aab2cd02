import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface EmbeddingCount {
  readonly memories: number;
  /** Memories that have a vector of the model. */
  readonly embedded: number;
  /** Vectors of other models. */
  readonly others: number;
  /** Memories that wait for their vector. */
  readonly waiting: number;
}

/** How far the memories of all banks have their vectors of a model. */
export async function countEmbedding(db: Db, _tenant: TenantScope, model: string): Promise<EmbeddingCount> {
  const { rows } = await db.query<EmbeddingCount>(sql`
    WITH model AS (SELECT (SELECT model_id FROM embedding_model WHERE name = ${model}) AS id)
    SELECT (SELECT count(*) FROM memory)::integer AS memories,
      (SELECT count(*) FROM memory_vector WHERE model_id = (SELECT id FROM model))::integer AS embedded,
      (SELECT count(*) FROM memory_vector WHERE model_id IS DISTINCT FROM (SELECT id FROM model))::integer AS others,
      (SELECT count(*) FROM embedding_queue)::integer AS waiting`);
  return rows[0] ?? { memories: 0, embedded: 0, others: 0, waiting: 0 };
}
