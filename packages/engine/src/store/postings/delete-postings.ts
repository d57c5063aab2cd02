import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Takes memories out of the inverted index. Their own `terms` say where they stand in it, so each posting is found by its primary key. */
export async function deletePostings(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM posting USING (
      SELECT memory_no, unnest(terms) AS term FROM memory WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[])
    ) AS posted
    WHERE posting.bank_id = ${bank.key} AND posting.term = posted.term AND posting.memory_no = posted.memory_no`);
  return affected;
}
