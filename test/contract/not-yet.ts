// What the contract has and this server has not yet: the one list.
// The tests fail when something on it starts to work (take it off) and when something not on it is missing.

/** Operations of `shared/contract/openapi.json` that answer 404. */
export const OPERATIONS_NOT_YET: readonly string[] = [];

/** Request fields that are known but refused. */
export const REQUEST_FIELDS_NOT_YET: readonly string[] = [];

/** Checks of `shared/conformance/ts-client.mjs` that fail, with the part that is missing. */
export const CONFORMANCE_NOT_YET: Readonly<Record<string, string>> = {};

/** Operations that we serve beyond the contract, on purpose. */
export const ADDED_OPERATIONS: readonly string[] = [
  "GET /v1/default/banks/{bank_id}/llm-usage",
  "POST /v1/default/banks/{bank_id}/entities/{entity_id}/merge",
  "POST /v1/default/banks/{bank_id}/entities/{entity_id}/split",
  "POST /v1/default/banks/{bank_id}/entities/{entity_id}/aliases",
  "DELETE /v1/default/banks/{bank_id}/entities/{entity_id}/aliases/{alias}",
  "GET /v1/bank-templates",
  "POST /v1/default/banks/{bank_id}/knowledge-base/import",
];

/** What our replies and requests have beyond the contract, on purpose. */
export const ADDITIONS: readonly string[] = [
  "GET /version 200 server_version",
  "GET /v1/default/banks/{bank_id}/stats 200 pending_embeddings",
  "GET /v1/default/banks/{bank_id}/entities/{entity_id} 200 aliases",
  "POST /v1/default/banks/{bank_id}/entities/{entity_id}/regenerate 200 aliases",
  "POST /v1/default/banks/{bank_id}/memories 200 receipt",
  "POST /v1/default/banks/{bank_id}/memories 200 violations",
  "POST /v1/default/banks/{bank_id}/memories 200 redactions",
  "GET /v1/default/banks/{bank_id}/memories/list 200 items[].source_trust",
  "GET /v1/default/banks/{bank_id}/memories/list 200 items[].instruction_like",
  "POST /v1/default/banks/{bank_id}/memories/recall 200 results[].source_trust",
  "POST /v1/default/banks/{bank_id}/memories/recall 200 results[].instruction_like",
  "POST /v1/default/banks/{bank_id}/memories/recall 200 source_facts{}.source_trust",
  "POST /v1/default/banks/{bank_id}/memories/recall 200 source_facts{}.instruction_like",
  "POST /v1/default/banks/{bank_id}/memories/recall 200 prompt",
  "POST /v1/default/banks/{bank_id}/memories/recall 200 prompt_tokens",
  "POST /v1/default/banks/{bank_id}/memories/recall 200 prompt_left_out",
  "POST /v1/default/banks/{bank_id}/memories/recall 200 degraded",
  "POST /v1/default/banks/{bank_id}/reflect 200 extractive",
  "GET /v1/default/banks/{bank_id}/memories/list 200 items[].created_at",
  "GET /v1/default/banks/{bank_id}/config 200 origins",
  "PATCH /v1/default/banks/{bank_id}/config 200 origins",
  "DELETE /v1/default/banks/{bank_id}/config 200 origins",
  "GET /v1/default/banks/{bank_id}/llm-requests/stats 200 buckets[].cost_usd",
  "GET /v1/default/banks/{bank_id}/llm-requests/stats 200 buckets[].unpriced_calls",
  "GET /v1/default/banks/{bank_id}/mental-models 200 items[].staleness_code",
  "GET /v1/default/banks/{bank_id}/mental-models/{mental_model_id} 200 staleness_code",
  "PATCH /v1/default/banks/{bank_id}/mental-models/{mental_model_id} 200 staleness_code",
  "POST /v1/default/banks/{bank_id}/mental-models/{mental_model_id}/clear 200 staleness_code",
  "GET /v1/default/banks/{bank_id}/mental-models 200 items[].staleness_reason",
  "GET /v1/default/banks/{bank_id}/mental-models/{mental_model_id} 200 staleness_reason",
  "PATCH /v1/default/banks/{bank_id}/mental-models/{mental_model_id} 200 staleness_reason",
  "POST /v1/default/banks/{bank_id}/mental-models/{mental_model_id}/clear 200 staleness_reason",
  "DELETE /v1/default/banks/{bank_id} 200 report",
  "DELETE /v1/default/banks/{bank_id}/documents/{document_id} 200 report",
  "DELETE /v1/default/banks/{bank_id}/memories 200 report",
  "DELETE /v1/default/banks/{bank_id}/memories/{memory_id}/observations 200 report",
  "DELETE /v1/default/banks/{bank_id}/observations 200 report",
  "GET /v1/default/banks/{bank_id}/memories/{memory_id}/history 200 []",
  "GET /v1/default/banks/{bank_id}/knowledge-base/export 200 folders",
];

/** Fields of requests that we take beyond the contract, on purpose. */
export const ADDED_REQUEST_FIELDS: readonly string[] = [
  "POST /v1/default/banks/{bank_id}/memories items[].source_trust",
  "POST /v1/default/banks/{bank_id}/memories/recall format",
  "POST /v1/default/banks/{bank_id}/memories/recall rerank_budget_ms",
];

/** Parameters that we take beyond the contract, on purpose. */
export const ADDED_PARAMETERS: readonly string[] = [
  "DELETE /v1/default/banks/{bank_id} query report",
  "DELETE /v1/default/banks/{bank_id}/documents/{document_id} query report",
  "DELETE /v1/default/banks/{bank_id}/memories query report",
  "DELETE /v1/default/banks/{bank_id}/memories/{memory_id}/observations query report",
  "DELETE /v1/default/banks/{bank_id}/observations query report",
  "GET /v1/default/banks/{bank_id}/knowledge-base/export query layout",
  "GET /v1/default/banks/{bank_id}/entities query q",
  "GET /v1/default/banks/{bank_id}/graph query consolidation_state",
  "GET /v1/default/banks/{bank_id}/graph query end_date",
  "GET /v1/default/banks/{bank_id}/graph query entity_id",
  "GET /v1/default/banks/{bank_id}/graph query start_date",
  "GET /v1/default/banks/{bank_id}/graph query time_field",
  "GET /v1/default/banks/{bank_id}/llm-requests query id",
];
