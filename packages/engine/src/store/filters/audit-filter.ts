import type { AuditFilter } from "../../domain/audit.js";
import type { BankScope } from "../../domain/scope.js";
import { allOf, type Statement, sql } from "../db.js";

/** What a list of audit entries may ask for, over table `audit_log` under the alias `a`. The end is not included, as the contract has it. */
export function auditFilter(bank: BankScope, { action, transport, start, end }: Omit<AuditFilter, "limit" | "offset">): Statement {
  const conditions: Statement[] = [sql`a.bank_id = ${bank.key}`];
  if (action) conditions.push(sql`a.action = ${action}`);
  if (transport) conditions.push(sql`a.transport = ${transport}`);
  if (start) conditions.push(sql`a.started_at >= ${start}::timestamptz`);
  if (end) conditions.push(sql`a.started_at < ${end}::timestamptz`);
  return allOf(conditions);
}
