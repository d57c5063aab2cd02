import type { AuditFilter } from "../../domain/audit.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { auditFilter } from "../filters/audit-filter.js";

export interface AuditSum {
  readonly time: Date;
  readonly action: string;
  readonly calls: number;
}

/** Audited calls by hour or day (UTC) and action; hours and days without a call have no row. */
export async function sumAuditEntries(
  db: Db,
  bank: BankScope,
  unit: "hour" | "day",
  filter: Pick<AuditFilter, "action" | "start">,
): Promise<readonly AuditSum[]> {
  const { rows } = await db.query<AuditSum>(sql`
    SELECT date_trunc(${unit}::text, a.started_at, 'UTC') AS time, a.action, count(*) AS calls
    FROM audit_log AS a WHERE ${auditFilter(bank, filter)} GROUP BY 1, 2 ORDER BY 1, 2`);
  return rows;
}
