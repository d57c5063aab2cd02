import type { AuditedCall } from "../../domain/audit.js";
import type { DefenseEvent } from "../../domain/defense.js";
import type { BankScope } from "../../domain/scope.js";
import { readStrictly } from "./policy.js";
import { openScreening } from "./screening.js";

/** What the audit log keeps of decisions: names and fingerprints. The server decided, so it is the server's entry; the call that led to it has its own. */
export function defenseAudit(bank: BankScope, events: readonly DefenseEvent[]): readonly AuditedCall[] {
  return events.map(({ action, detector, documentId, matchedTypes, hits }) => ({
    action: "memory_defense",
    transport: "system",
    bankId: bank.bankId,
    request: documentId === null ? {} : { document_id: documentId },
    metadata: {
      decision: action,
      rule: detector.slice(0, 200),
      matched_types: matchedTypes.join(", "),
      fingerprints: hits.map(({ preview }) => preview).join(", "),
    },
  }));
}

/** What takes out of the ids of an entry whatever a bank with this policy may not keep: what was sent is in it also when it was blocked. */
export function auditCleaner(policy: unknown): (text: string) => string {
  return openScreening(readStrictly(policy)).clean;
}
