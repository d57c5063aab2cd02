import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type ModelConditions, modelFilter } from "../filters/model-filter.js";
import { vectorLiteral } from "../vectors/vector-literal.js";

export interface NearModel {
  readonly id: string;
  readonly cosine: number;
}

export interface ModelVectorSearch {
  /** Name of the encoder: vectors of another one are not comparable. */
  readonly encoder: string;
  /** Unit length. */
  readonly vector: Float32Array;
  readonly limit: number;
  readonly filter: ModelConditions;
}

/** The models nearest to a vector, nearest first, ties by id. Compares every vector of the bank: there are few. */
export async function nearestModels(db: Db, bank: BankScope, search: ModelVectorSearch): Promise<readonly NearModel[]> {
  const { rows } = await db.query<NearModel>(sql`
    SELECT v.id, -(v.embedding <#> ${vectorLiteral(search.vector)}::vector) AS cosine
    FROM mental_model_vector AS v
    WHERE v.bank_id = ${bank.key} AND v.model_id = (SELECT e.model_id FROM embedding_model AS e WHERE e.name = ${search.encoder})
      AND (v.id IN (SELECT m.id FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND (${modelFilter(search.filter)}))) IS TRUE
    ORDER BY v.embedding <#> ${vectorLiteral(search.vector)}::vector, v.id
    LIMIT ${search.limit}`);
  return rows;
}
