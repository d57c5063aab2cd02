import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ObservationSource {
  readonly observationNo: number;
  /** The fact. */
  readonly memoryNo: number;
  readonly quote: string | null;
}

/** Adds facts to the evidence of observations, in the order given. One that is there gets the quote if it had none. */
export async function insertObservationSources(tx: Db, bank: BankScope, rows: readonly ObservationSource[]): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO observation_source AS s (bank_id, observation_no, memory_no, quote)
    SELECT ${bank.key}, r.observation_no, r.memory_no, r.quote
    FROM unnest(${rows.map((r) => r.observationNo)}::integer[], ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.quote)}::text[])
      WITH ORDINALITY AS r(observation_no, memory_no, quote, place)
    ORDER BY r.place
    ON CONFLICT (bank_id, observation_no, memory_no) DO UPDATE SET quote = coalesce(s.quote, EXCLUDED.quote)`);
  return affected;
}
