import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes links of a memory that stand on its words or times. What caused what is said by its source, and stays. */
export async function deleteAlikeLinks(tx: Db, bank: BankScope, memoryNo: number): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM link WHERE bank_id = ${bank.key} AND kind IN ('semantic', 'temporal') AND (from_no, to_no) IN (
      SELECT from_no, to_no FROM link WHERE bank_id = ${bank.key} AND from_no = ${memoryNo}
      UNION SELECT from_no, to_no FROM link WHERE bank_id = ${bank.key} AND to_no = ${memoryNo})`);
  return affected;
}
