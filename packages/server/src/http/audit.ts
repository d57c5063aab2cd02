// Auditing: which endpoints stand in the audit log, and under which action.
// In: an endpoint, what was sent and what comes of it. Out: the same; the engine is told behind it.
// MCP tells the engine itself, by `engine.audit.run` with the transport `mcp`.

import type { AuditAction, AuditedCall, AuditMetadata, Hindsight } from "@hindsight-memory/engine";
import { operationOf } from "../access/operations.js";
import type { EndpointFacts } from "./endpoint.js";
import type { HttpContext } from "./types.js";

/** Actions by operation id: the contract's, then ours. What only looks is not audited, but for recall and reflect. */
const ACTIONS: Readonly<Record<string, AuditAction>> = {
  retain_memories: "retain",
  recall_memories: "recall",
  reflect: "reflect",
  file_retain: "file_retain",
  update_memory: "update_memory",
  clear_bank_memories: "clear_memories",
  clear_observations: "clear_observations",
  clear_memory_observations: "clear_memory_observations",
  trigger_consolidation: "consolidation",
  recover_consolidation: "recover_consolidation",
  create_or_update_bank: "create_bank",
  update_bank: "update_bank",
  delete_bank: "delete_bank",
  update_bank_config: "update_bank_config",
  reset_bank_config: "reset_bank_config",
  import_bank_template: "import_bank_template",
  import_documents: "import_documents",
  create_mental_model: "create_mental_model",
  update_mental_model: "update_mental_model",
  refresh_mental_model: "refresh_mental_model",
  dry_run_refresh_mental_model: "dry_run_refresh_mental_model",
  clear_mental_model: "clear_mental_model",
  delete_mental_model: "delete_mental_model",
  create_knowledge_folder: "create_knowledge_folder",
  create_knowledge_page: "create_knowledge_page",
  update_knowledge_node: "update_knowledge_node",
  delete_knowledge_node: "delete_knowledge_node",
  create_directive: "create_directive",
  update_directive: "update_directive",
  delete_directive: "delete_directive",
  update_document: "update_document",
  reprocess_document: "reprocess_document",
  delete_document: "delete_document",
  create_webhook: "create_webhook",
  update_webhook: "update_webhook",
  delete_webhook: "delete_webhook",
  cancel_operation: "cancel_operation",
  retry_operation: "retry_operation",
  delete_operation: "delete_operation",
  create_bank_alias: "create_alias",
  set_bank_alias_primary: "update_alias",
  delete_bank_alias: "delete_alias",
  clone_bank: "clone_bank",
  export_bank_transfer: "export_bank",
  import_bank_transfer: "import_bank",
  export_documents: "export_documents",
  import_knowledge_base: "import_knowledge_base",
  merge_entities: "merge_entities",
  split_entity: "split_entity",
  add_entity_alias: "add_entity_alias",
  remove_entity_alias: "remove_entity_alias",
};

/** Operation ids of endpoints other than GET that are not audited: they change nothing. A test knows that every other one is. */
export const UNAUDITED: ReadonlySet<string> = new Set([
  "dry_run_extract_memories",
  "preview_prompt",
  "preview_consolidation_strategies",
  "test_bank_llm",
  "regenerate_entity_observations",
  "update_bank_disposition",
  "add_bank_background",
]);

export function auditActionOf({ operationId }: Pick<EndpointFacts, "operationId">): AuditAction | null {
  return ACTIONS[operationId] ?? null;
}

/** The same by the name that authorization has for it, over HTTP and MCP. */
export function auditActionOfOperation(operation: string): AuditAction | null {
  return BY_OPERATION.get(operation) ?? null;
}

const BY_OPERATION: ReadonlyMap<string, AuditAction> = new Map(
  Object.entries(ACTIONS).map(([operationId, action]) => [operationOf({ operationId }), action]),
);

interface Sent {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What was sent, as one object. */
export function sentIn({ params, query, body }: Sent): Readonly<Record<string, unknown>> {
  return {
    ...(params as object | undefined),
    ...(query as object | undefined),
    ...(Array.isArray(body) ? { items: body } : (body as object | undefined)),
  };
}

/** A call of an audited endpoint. */
export function auditedCall(action: AuditAction, { params, ...sent }: Sent, context: HttpContext): AuditedCall {
  const { bank_id: bankId, ...named } = params as Readonly<Record<string, unknown>>;
  return {
    action,
    transport: "http",
    bankId: String(bankId),
    request: sentIn({ params: named, ...sent }),
    metadata: auditMetadata(context),
  };
}

/** Which request it was, and whose where callers have names. */
export function auditMetadata(context: HttpContext): AuditMetadata {
  const { subject } = context.get("caller");
  return { request_id: context.get("requestId"), ...(subject !== null && { caller: subject }) };
}

/** Runs a handler and notes it. A reply that is still being written ends when `held` does. */
export async function noted<T>(
  audit: Hindsight["audit"],
  call: AuditedCall,
  work: () => Promise<T>,
  held: () => Promise<unknown> | null,
): Promise<T> {
  const end = await audit.begin(call);
  try {
    const response = await work();
    const writing = held();
    if (writing === null) end({ response });
    else
      void writing.then(
        () => end({ response }),
        (error: unknown) => end({ error }),
      );
    return response;
  } catch (error) {
    end({ error });
    throw error;
  }
}
