import type { TenantScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import { ADD_USAGE, USAGE_COLUMNS, USAGE_NAMES, USAGE_VALUES, type UsageOfHour } from "../shapes/spend.js";

/** Adds to what the tenant spent, one row per hour: it stays when the bank that spent it goes. */
export async function addTenantUsage(tx: Db, _tenant: TenantScope, hours: readonly UsageOfHour[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO llm_usage_total AS u (${USAGE_NAMES})
    SELECT ${USAGE_VALUES} FROM jsonb_to_recordset(${json(hours)}::jsonb) AS ${USAGE_COLUMNS}
    ON CONFLICT (hour) DO UPDATE SET ${ADD_USAGE}`);
}
