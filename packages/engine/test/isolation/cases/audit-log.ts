import { countAuditEntries } from "../../../src/store/audit-log/count-audit-entries.js";
import { getAuditEntry } from "../../../src/store/audit-log/get-audit-entry.js";
import { insertAuditEntries } from "../../../src/store/audit-log/insert-audit-entries.js";
import { listAuditEntries } from "../../../src/store/audit-log/list-audit-entries.js";
import { sumAuditEntries } from "../../../src/store/audit-log/sum-audit-entries.js";
import { sweepAuditEntries } from "../../../src/store/audit-log/sweep-audit-entries.js";
import { FILLED } from "../../support/filled-bank.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const entry = {
  id: FILLED.memoryId(996),
  action: "recall",
  transport: "mcp" as const,
  startedAt: FILLED.at(3),
  endedAt: FILLED.at(3),
  request: { budget: "low" },
  response: null,
  metadata: {},
};

export const cases = [
  bankCase(insertAuditEntries, ({ db, bank }) => insertAuditEntries(db, bank, [entry])),
  bankCase(listAuditEntries, ({ db, bank }) => listAuditEntries(db, bank, { limit: 10, offset: 0, transport: "http" })),
  bankCase(countAuditEntries, ({ db, bank }) => countAuditEntries(db, bank, { action: "retain", start: FILLED.at(1), end: FILLED.at(20) })),
  bankCase(getAuditEntry, ({ db, bank }) => getAuditEntry(db, bank, LEARNT.audited)),
  bankCase(sumAuditEntries, ({ db, bank }) => sumAuditEntries(db, bank, "day", { start: FILLED.at(1) })),
  tenantCase(sweepAuditEntries, ({ db, tenant }) => sweepAuditEntries(db, tenant, FILLED.at(20), 100)),
];
