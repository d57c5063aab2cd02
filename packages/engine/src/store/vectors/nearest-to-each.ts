import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";
import { allowedSet, type NearMemory } from "./nearest-memories.js";
import { vectorLiteral } from "./vector-literal.js";

export interface VectorsSearch {
  /** Key of the embedding model whose vectors are compared. */
  readonly modelId: number;
  /** Unit length. */
  readonly vectors: readonly Float32Array[];
  /** Of each vector. */
  readonly limit: number;
  /** A condition on memory `m`. */
  readonly filter: Statement;
}

/**
 * For each of some vectors the memories nearest to it, nearest first, in one statement: the memories that the filter allows are looked up once. Always
 * the exact comparison, for lists that must not miss the nearest.
 */
export async function nearestToEach(
  db: Db,
  bank: BankScope,
  { modelId, vectors, limit, filter }: VectorsSearch,
): Promise<readonly (readonly NearMemory[])[]> {
  if (vectors.length === 0) return [];
  const { rows } = await db.query<NearMemory & { place: number }>(sql`
    SELECT asked.place::integer AS place, near."memoryNo", near.cosine
    FROM unnest(${vectors.map(vectorLiteral)}::vector[]) WITH ORDINALITY AS asked(vector, place) CROSS JOIN LATERAL (
      SELECT v.memory_no AS "memoryNo", -(v.embedding <#> asked.vector) AS cosine FROM memory_vector AS v
      WHERE v.bank_id = ${bank.key} AND v.model_id = ${modelId} AND ${allowedSet(bank, filter)}
      ORDER BY v.embedding <#> asked.vector LIMIT ${limit}) AS near
    ORDER BY place, near.cosine DESC, near."memoryNo"`);
  return vectors.map((_, index) => rows.filter(({ place }) => place === index + 1).map(({ memoryNo, cosine }) => ({ memoryNo, cosine })));
}
