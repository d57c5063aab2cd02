// Model calls: the trace, its statistics, what they cost, and whether the models answer.
// In: the engine. Out: the endpoints `{bank}/llm-requests`, `{bank}/llm-requests/stats`, `{bank}/llm-usage` (ours) and `{bank}/health/llm`.

import { type Hindsight, HindsightError } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import {
  LlmHealthReply,
  LlmRequestListQuery,
  LlmRequestListReply,
  LlmStatsQuery,
  LlmStatsReply,
  LlmUsageReply,
  llmHealthReply,
  llmRequestEntry,
  llmRequestFilter,
  llmStatsReply,
  llmUsageReply,
  statsPeriod,
} from "../wire/llm-requests.js";
import { realBankId } from "./bank-id.js";
import { B, NO_BANK, ok, refused } from "./replies.js";

export function llmRequestRoutes(engine: Hindsight): readonly Endpoint[] {
  return [list(engine), stats(engine), usage(engine), health(engine)];
}

const list = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "list_llm_requests",
    method: "get",
    path: `${B}/llm-requests`,
    tag: "LLM Traces",
    summary: "List recorded model calls",
    description: "Newest first; each attempt is a call, failed ones too. Kept for HINDSIGHT_API_LLM_TRACE_RETENTION_DAYS.",
    params: bankPath,
    query: LlmRequestListQuery,
    replies: { 200: ok(LlmRequestListReply), 404: NO_BANK },
    async handle({ params, query }) {
      const filter = llmRequestFilter(query);
      const bankId = await realBankId(engine, params.bank_id);
      const page = await engine.llmRequests.list(params.bank_id, filter);
      const items = page.items.map((call) => llmRequestEntry(bankId, call));
      return { bank_id: bankId, total: page.total, limit: page.limit, offset: page.offset, items };
    },
  });

const stats = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "llm_request_stats",
    method: "get",
    path: `${B}/llm-requests/stats`,
    tag: "LLM Traces",
    summary: "Model calls, tokens and cost over time",
    description: "Buckets without gaps, by hour for one day and else by day (UTC), from what the trace still keeps.",
    params: bankPath,
    query: LlmStatsQuery,
    replies: { 200: ok(LlmStatsReply), 404: NO_BANK },
    async handle({ params, query }) {
      const { operation, call_type: callType } = query;
      const bankId = await realBankId(engine, params.bank_id);
      const filter = { period: statsPeriod(query.period), operation: operation ?? null, callType: callType ?? null };
      return llmStatsReply(bankId, await engine.llmRequests.stats(params.bank_id, filter));
    },
  });

const usage = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "get_llm_usage",
    method: "get",
    path: `${B}/llm-usage`,
    tag: "LLM Traces",
    summary: "What model calls cost in this hour and on this day",
    description: "Beyond the contract. Tokens and US dollars against the bank's limits; limits of the whole server are not shown here.",
    params: bankPath,
    replies: { 200: ok(LlmUsageReply), 404: NO_BANK },
    async handle({ params }) {
      const bankId = await realBankId(engine, params.bank_id);
      return llmUsageReply(bankId, await engine.spend(params.bank_id));
    },
  });

const health = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "test_bank_llm",
    method: "post",
    path: `${B}/health/llm`,
    tag: "Banks",
    summary: "Ask each model of a bank once",
    description: "Costs one tiny call for each model. Off unless HINDSIGHT_API_ENABLE_BANK_LLM_HEALTH is set.",
    params: bankPath,
    replies: { 200: ok(LlmHealthReply), 404: refused("There is no such bank, or the route is switched off") },
    async handle({ params, parts, signal }) {
      if (!parts.options.settings.enableBankLlmHealth) {
        throw new HindsightError(
          "feature_disabled",
          "The probe of a bank's models is switched off; HINDSIGHT_API_ENABLE_BANK_LLM_HEALTH=true enables it.",
        );
      }
      const bankId = await realBankId(engine, params.bank_id);
      return llmHealthReply(bankId, await engine.llmHealth(params.bank_id, { signal }));
    },
  });
