import type { CallOrigin, Purpose } from "../providers/llm/index.js";

/** What a purpose is called in metrics and traces: the contract's scopes, which dashboards ask for. */
const SCOPES: Readonly<Record<Purpose, string>> = {
  retain: "retain_extract_facts",
  consolidation: "consolidation",
  reflect: "reflect",
  mental_model_refresh: "mental_model_delta_ops",
  verification: "verification",
};

export function scopeOf(origin: CallOrigin, purpose: Purpose): string {
  return origin.scope ?? SCOPES[purpose];
}
