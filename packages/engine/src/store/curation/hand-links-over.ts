import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Links that a memory keeps to others which are out of use as well are kept by these from now on. */
export async function handLinksOver(tx: Db, bank: BankScope, memoryNo: number): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE invalidated_link AS l SET memory_no = other.memory_no
    FROM invalidated_memory AS other
    WHERE l.bank_id = ${bank.key} AND l.memory_no = ${memoryNo} AND other.bank_id = ${bank.key} AND other.memory_no <> ${memoryNo}
      AND other.memory_no IN (l.from_no, l.to_no)`);
  return affected;
}
