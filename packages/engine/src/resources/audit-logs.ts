import type { AuditBucket } from "../domain/audit.js";
import { timeWindow } from "../domain/time-series.js";
import { HindsightError } from "../errors.js";
import type { Hindsight } from "../hindsight.js";
import { countAuditEntries } from "../store/audit-log/count-audit-entries.js";
import { getAuditEntry } from "../store/audit-log/get-audit-entry.js";
import { listAuditEntries } from "../store/audit-log/list-audit-entries.js";
import { type AuditSum, sumAuditEntries } from "../store/audit-log/sum-audit-entries.js";
import type { ResourceContext } from "./engine.js";
import { isUuid } from "./ids.js";
import { page } from "./page.js";

/** Reads the audit log of a bank. `flush` writes what this process still holds, so that a call is seen as soon as it was answered. */
export function auditLogResource(
  { db, banks }: ResourceContext,
  flush: () => Promise<void>,
  now: () => Date,
): Pick<Hindsight["audit"], "list" | "get" | "stats"> {
  return {
    async list(bankId, filter) {
      const bank = await banks.open(bankId);
      await flush();
      const found = await page(
        filter,
        () => listAuditEntries(db, bank, filter),
        () => countAuditEntries(db, bank, filter),
      );
      return { ...found, bankId: bank.bankId };
    },
    async get(bankId, entryId) {
      const bank = await banks.open(bankId);
      await flush();
      const entry = isUuid(entryId) ? await getAuditEntry(db, bank, entryId) : null;
      if (entry === null) throw new HindsightError("audit_entry_not_found", `Audit log entry '${entryId}' not found`);
      return { ...entry, bankId: bank.bankId };
    },
    async stats(bankId, { period, action }) {
      const bank = await banks.open(bankId);
      await flush();
      const { unit, start, times } = timeWindow(period, now());
      const sums = await sumAuditEntries(db, bank, unit, { action: action ?? null, start });
      return { bankId: bank.bankId, period, unit, start, buckets: times.map((time) => bucket(time, sums)) };
    },
  };
}

function bucket(time: Date, sums: readonly AuditSum[]): AuditBucket {
  const of = sums.filter((sum) => sum.time.getTime() === time.getTime());
  return {
    time,
    actions: Object.fromEntries(of.map(({ action, calls }) => [action, calls])),
    total: of.reduce((all, { calls }) => all + calls, 0),
  };
}
