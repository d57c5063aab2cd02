// Settings of the audit log: rows of the table in `index.ts`. Whether a bank has one is a setting of banks, `audit_log_enabled`.
// In: nothing. Out: rows.

import { AUDIT_ACTIONS, type AuditAction } from "../domain/audit.js";
import { integer, invalid, list, setting } from "./setting.js";

const actions = (value: string, env: string): readonly AuditAction[] =>
  list(value).map((word) => {
    const action = AUDIT_ACTIONS.find((each) => each === word.toLowerCase());
    if (action === undefined) throw invalid(env, value, `actions between commas: ${AUDIT_ACTIONS.join(", ")}`);
    return action;
  });

export const AUDIT_SETTINGS = {
  auditLogActions: setting<readonly AuditAction[]>(
    "HINDSIGHT_API_AUDIT_LOG_ACTIONS",
    [],
    actions,
    "actions that the audit log records, separated by commas; unset is all",
  ),
  auditLogRetentionDays: setting(
    "HINDSIGHT_API_AUDIT_LOG_RETENTION_DAYS",
    -1,
    integer(-1, 36_500),
    "days for which entries of the audit log are kept; -1 or 0 keeps them for ever",
  ),
} as const;
