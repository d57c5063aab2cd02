import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes with memories when the last of their sources was said; null for those that have their home alone. */
export async function noteLastMention(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory AS m SET last_mentioned_at = (
      SELECT max(s.mentioned_at) FROM memory_source AS s WHERE s.bank_id = ${bank.key} AND s.memory_no = m.memory_no)
    WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[])`);
  return affected;
}
