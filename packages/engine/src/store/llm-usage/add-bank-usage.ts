import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import { ADD_USAGE, USAGE_COLUMNS, USAGE_NAMES, USAGE_VALUES, type UsageOfHour } from "../shapes/spend.js";

/** Adds to what a bank spent, one row per hour. A bank that was deleted meanwhile keeps nothing: that is no error. */
export async function addBankUsage(tx: Db, bank: BankScope, hours: readonly UsageOfHour[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO llm_usage AS u (bank_id, ${USAGE_NAMES})
    SELECT b.bank_id, ${USAGE_VALUES}
    FROM (SELECT bank_id FROM bank WHERE bank_id = ${bank.key} FOR KEY SHARE) AS b CROSS JOIN jsonb_to_recordset(${json(hours)}::jsonb) AS ${USAGE_COLUMNS}
    ON CONFLICT (bank_id, hour) DO UPDATE SET ${ADD_USAGE}`);
}
