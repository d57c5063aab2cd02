// Metrics of what guards a call: validators, hooks of extensions, refusals.
// In: a registry. Out: counters on it.

import { Counter, Histogram, type Registry } from "prom-client";
import { WAIT_SECONDS } from "./bounds.js";

export interface ExtensionMetrics {
  /** Counts the time that a validator (an extension) took over a call. */
  validated(milliseconds: number): void;
  hookEnded(hook: string, outcome: "ok" | "failed" | "late" | "dropped"): void;
  refused(reason: "unauthorized" | "forbidden" | "validator", transport: "http" | "mcp"): void;
}

/** The contract's histogram of validators (ops.md §5), and two counters of our own. */
export function extensionMetrics(registry: Registry): ExtensionMetrics {
  const registers = [registry];
  const validations = new Histogram({
    name: "hindsight_validator_phase_duration_seconds",
    help: "Time that a validator took over a call.",
    buckets: WAIT_SECONDS,
    registers,
  });
  const hooks = new Counter({
    name: "hindsight_extension_hooks_total",
    help: "Hooks of extensions by how they ended.",
    labelNames: ["hook", "outcome"],
    registers,
  });
  const refusals = new Counter({
    name: "hindsight_refused_calls_total",
    help: "Calls that were refused before their body was read.",
    labelNames: ["reason", "transport"],
    registers,
  });
  return {
    validated: (milliseconds) => validations.observe(milliseconds / 1000),
    hookEnded: (hook, outcome) => hooks.inc({ hook, outcome }),
    refused: (reason, transport) => refusals.inc({ reason, transport }),
  };
}
