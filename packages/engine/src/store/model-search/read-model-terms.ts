import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type ModelConditions, modelFilter } from "../filters/model-filter.js";

/** One term in one model. */
export interface ModelTerm {
  readonly term: string;
  readonly id: string;
  readonly frequency: number;
  /** Words of the whole model. */
  readonly length: number;
  /** False for a model that the filter leaves out: it counts for how common the term is in the bank, and is not found. */
  readonly isAllowed: boolean;
}

/** Where the terms stand in a bank's models. A bank has hundreds of models, not thousands, so all rows are read. */
export async function readModelTerms(
  db: Db,
  bank: BankScope,
  terms: readonly string[],
  filter: ModelConditions,
): Promise<readonly ModelTerm[]> {
  const { rows } = await db.query<ModelTerm>(sql`
    SELECT t.term, t.id, t.frequency, t.length,
      (t.id IN (SELECT m.id FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND (${modelFilter(filter)}))) IS TRUE AS "isAllowed"
    FROM mental_model_term AS t WHERE t.bank_id = ${bank.key} AND t.term = ANY(${terms}::text[])
    ORDER BY t.term, t.id`);
  return rows;
}
