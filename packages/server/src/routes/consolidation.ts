// Consolidation: facts become observations.
// In: the engine. Out: the endpoints `{bank}/consolidate`, `{bank}/consolidation…` and `{bank}/observations/scopes`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import {
  ConsolidationBody,
  ConsolidationReply,
  PreviewBody,
  PreviewReply,
  previewReply,
  RecoverReply,
  ScopesQuery,
  ScopesReply,
} from "../wire/consolidation.js";
import { B, NO_BANK, ok } from "./replies.js";

export function consolidationRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "trigger_consolidation",
      method: "post",
      path: `${B}/consolidate`,
      tag: "Consolidation",
      summary: "Consolidate now",
      description:
        "Queued, also in a bank that does not consolidate by itself. Without scopes, one consolidation that waits stands for all.",
      params: bankPath,
      body: ConsolidationBody,
      replies: { 200: ok(ConsolidationReply), 404: NO_BANK },
      async handle({ params, body }) {
        const { operationId, deduplicated } = await engine.consolidation.run(params.bank_id, { scopes: body?.observation_scopes ?? null });
        return { operation_id: operationId, deduplicated };
      },
    }),
    endpoint({
      operationId: "recover_consolidation",
      method: "post",
      path: `${B}/consolidation/recover`,
      tag: "Consolidation",
      summary: "Try failed facts again",
      description: "Facts that could not be consolidated wait for it again; the next consolidation takes them.",
      params: bankPath,
      replies: { 200: ok(RecoverReply), 404: NO_BANK },
      async handle({ params }) {
        return { retried_count: await engine.consolidation.recover(params.bank_id) };
      },
    }),
    endpoint({
      operationId: "preview_consolidation_strategies",
      method: "post",
      path: `${B}/consolidation-strategies/preview`,
      tag: "Consolidation",
      summary: "What strategies would take",
      description: "Of the scopes that the bank's observations have. Changes nothing.",
      params: bankPath,
      body: PreviewBody,
      replies: { 200: ok(PreviewReply), 404: NO_BANK },
      async handle({ params, body }) {
        return previewReply(await engine.consolidation.previewStrategies(params.bank_id, body.strategies, body.sample_limit));
      },
    }),
    endpoint({
      operationId: "list_observation_scopes",
      method: "get",
      path: `${B}/observations/scopes`,
      tag: "Consolidation",
      summary: "List scopes of observations",
      description: "The sets of tags that observations have, those of most observations first; no tags are the scope of the whole bank.",
      params: bankPath,
      query: ScopesQuery,
      replies: { 200: ok(ScopesReply), 404: NO_BANK },
      async handle({ params, query }) {
        const { items, ...page } = await engine.consolidation.scopes(params.bank_id, query);
        return { ...page, scopes: items };
      },
    }),
  ];
}
