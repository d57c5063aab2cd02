// Operations: how each endpoint is called in authorization, and which access it needs.
// In: an endpoint. Out: its operation's name and access; null for what the contract leaves open to everyone.

import type { EndpointFacts } from "../http/endpoint.js";
import type { Access } from "./caller.js";

/** Endpoints whose operation has another name than their operation id: the contract's names for validators. */
const NAMES: Readonly<Record<string, string>> = {
  retain_memories: "retain",
  recall_memories: "recall",
  file_retain: "files_retain",
  dry_run_extract_memories: "dry_run_extract",
  create_mental_model: "mental_model_create",
  refresh_mental_model: "mental_model_refresh",
  recover_consolidation: "retry_failed_consolidation",
  get_agent_stats: "get_bank_stats",
};

/** Operations that are asked for with a body and change nothing. */
const READS: ReadonlySet<string> = new Set([
  "recall",
  "reflect",
  "dry_run_extract",
  "dry_run_refresh_mental_model",
  "preview_prompt",
  "preview_consolidation_strategies",
]);

/** Operations that change how a bank works, take all of it away or all of it out, send it elsewhere, or tell who did what. */
const ADMIN: ReadonlySet<string> = new Set([
  "create_or_update_bank",
  "update_bank",
  "update_bank_disposition",
  "add_bank_background",
  "delete_bank",
  "clear_bank_memories",
  "update_bank_config",
  "reset_bank_config",
  "create_bank_alias",
  "set_bank_alias_primary",
  "delete_bank_alias",
  "create_webhook",
  "list_webhooks",
  "update_webhook",
  "delete_webhook",
  "list_webhook_deliveries",
  "list_audit_logs",
  "audit_log_stats",
  "get_audit_log",
  "download_file",
  "import_bank_template",
  "clone_bank",
  "export_bank_transfer",
  "import_bank_transfer",
  "export_documents",
  "import_documents",
  "test_bank_llm",
]);

/** Operations that name no bank in their path and whose handler narrows the answer to the banks of the caller, or asks about the bank that it finds. */
export const CROSS_BANK: ReadonlySet<string> = new Set(["list_banks", "get_chunk", "download_file"]);

/** Every operation that a table above names: one that no route has any more would have lost its place there by a new name. */
export const LISTED: readonly string[] = [...READS, ...ADMIN, ...CROSS_BANK, ...Object.values(NAMES)];

/** What needs a caller. */
const GUARDED = "/v1/default/";

export type NamedEndpoint = Pick<EndpointFacts, "operationId" | "method" | "path">;

export function operationOf({ operationId }: Pick<NamedEndpoint, "operationId">): string {
  return NAMES[operationId] ?? operationId;
}

/** The access that an endpoint needs: GET reads and all else writes, but for the tables above. Null needs no caller (health, version, pages). */
export function accessOf(endpoint: NamedEndpoint): Access | null {
  if (!endpoint.path.startsWith(GUARDED)) return null;
  return accessOfOperation(operationOf(endpoint), endpoint.method === "get" ? "read" : "write");
}

/** The access that an operation needs by the tables above, else `otherwise`. */
export function accessOfOperation(operation: string, otherwise: Access): Access {
  if (ADMIN.has(operation)) return "admin";
  return READS.has(operation) ? "read" : otherwise;
}
