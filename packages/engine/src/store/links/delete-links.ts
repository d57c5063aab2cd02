import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the links that start or end at these memories. Set-wise before the memories go, which is faster than by foreign key and counts them. */
export async function deleteLinks(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM link WHERE bank_id = ${bank.key} AND (from_no = ANY(${numbers}::integer[]) OR to_no = ANY(${numbers}::integer[]))`);
  return affected;
}
