import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Lets go of all versions of these observations but the newest `keep`; returns how many went. */
export async function trimObservationHistory(tx: Db, bank: BankScope, numbers: readonly number[], keep: number): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM observation_history AS h
    WHERE h.bank_id = ${bank.key} AND h.observation_no = ANY(${numbers}::integer[]) AND h.version <=
      (SELECT max(newest.version) FROM observation_history AS newest WHERE newest.bank_id = ${bank.key} AND newest.observation_no = h.observation_no) - ${keep}::integer`);
  return affected;
}
