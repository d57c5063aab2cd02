import { Counter, type Registry } from "prom-client";

export interface AuditMetrics {
  /** Counts entries of the audit log that there was no room for, or that could not be written. */
  auditDropped(count: number): void;
}

/** Ours: what the audit log lost. */
export function auditMetrics(registry: Registry): AuditMetrics {
  const dropped = new Counter({
    name: "hindsight_audit_log_dropped_total",
    help: "Calls that are missing from the audit log: there was no room for them, or they could not be written.",
    registers: [registry],
  });
  return { auditDropped: (count) => dropped.inc(count) };
}
