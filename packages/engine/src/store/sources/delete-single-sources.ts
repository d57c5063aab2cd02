import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the row of these memories that have one source left: it is their home, which the memory itself says. */
export async function deleteSingleSources(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM memory_source AS s WHERE s.bank_id = ${bank.key} AND s.memory_no = ANY(${numbers}::integer[])
      AND (SELECT count(*) FROM memory_source AS own WHERE own.bank_id = ${bank.key} AND own.memory_no = s.memory_no) = 1`);
  return affected;
}
