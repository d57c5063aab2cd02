import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ModelTerms {
  readonly terms: ReadonlyMap<string, number>;
  /** Words of the whole model. */
  readonly length: number;
}

/** The words by which a model is found, in place of those it had. Rows that stay are written over, so that one statement does it. */
export async function replaceModelTerms(tx: Db, bank: BankScope, id: string, { terms, length }: ModelTerms): Promise<number> {
  const words = [...terms.keys()];
  const { affected } = await tx.query(sql`
    WITH gone AS (
      DELETE FROM mental_model_term WHERE bank_id = ${bank.key} AND id = ${id} AND NOT (term = ANY(${words}::text[]))
    )
    INSERT INTO mental_model_term (bank_id, term, id, frequency, length)
    SELECT ${bank.key}, r.term, ${id}, r.frequency, ${length}
    FROM unnest(${words}::text[], ${[...terms.values()]}::smallint[]) AS r(term, frequency)
    ON CONFLICT (bank_id, term, id) DO UPDATE SET frequency = EXCLUDED.frequency, length = EXCLUDED.length`);
  return affected;
}
