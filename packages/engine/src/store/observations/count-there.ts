import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** How many of these observations are still there. */
export async function countThere(db: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { rows } = await db.query<{ there: number }>(sql`
    SELECT count(*) AS there FROM memory WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[]) AND kind = 'observation'`);
  return rows[0]?.there ?? 0;
}
