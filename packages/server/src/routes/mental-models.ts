// Mental models.
// In: the engine. Out: the endpoints `{bank}/mental-models`.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import { DryRunRefreshReply, dryRunRefreshReply } from "../wire/dry-run-refresh.js";
import * as wire from "../wire/mental-models.js";
import { B, CONFLICT, NO_BANK, NO_SUCH, ok } from "./replies.js";

const tag = "Mental models";
const MODEL = `${B}/mental-models/{mental_model_id}`;

export function mentalModelRoutes({ mentalModels }: Pick<Hindsight, "mentalModels">): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "list_mental_models",
      method: "get",
      path: `${B}/mental-models`,
      tag,
      summary: "List mental models",
      description: "The last refreshed first; each says whether it is stale.",
      params: bankPath,
      query: wire.MentalModelListQuery,
      replies: { 200: ok(wire.MentalModelListReply), 404: NO_BANK },
      async handle({ params, query }) {
        const { bankId, ...page } = await mentalModels.list(params.bank_id, wire.modelFilter(query));
        return { ...page, items: page.items.map((item) => wire.modelReply(item, bankId, query.detail)) };
      },
    }),
    endpoint({
      operationId: "create_mental_model",
      method: "post",
      path: `${B}/mental-models`,
      tag,
      summary: "Add a mental model",
      description: "A standing answer to a question. Its first refresh is queued; the bank is made when it does not exist.",
      params: bankPath,
      body: wire.CreateMentalModelBody,
      replies: { 200: ok(wire.CreateMentalModelReply), 409: CONFLICT },
      async handle({ params, body }) {
        const { mentalModelId, operationId } = await mentalModels.create(params.bank_id, wire.newModel(body));
        return { mental_model_id: mentalModelId, operation_id: operationId };
      },
    }),
    endpoint({
      operationId: "get_mental_model",
      method: "get",
      path: MODEL,
      tag,
      summary: "Read a mental model",
      params: wire.modelPath,
      query: wire.MentalModelQuery,
      replies: { 200: ok(wire.MentalModelReply), 404: NO_SUCH },
      async handle({ params, query: { detail } }) {
        const model = await mentalModels.get(params.bank_id, params.mental_model_id, { detail });
        return wire.modelReply(model, model.bankId, detail);
      },
    }),
    endpoint({
      operationId: "update_mental_model",
      method: "patch",
      path: MODEL,
      tag,
      summary: "Change a mental model",
      description: "Fields that are absent or null stay, fields of the trigger that are absent too. Another question queues a refresh.",
      params: wire.modelPath,
      body: wire.UpdateMentalModelBody,
      replies: { 200: ok(wire.MentalModelReply), 404: NO_SUCH },
      async handle({ params, body }) {
        const model = await mentalModels.update(params.bank_id, params.mental_model_id, wire.modelChange(body));
        return wire.modelReply(model, model.bankId);
      },
    }),
    endpoint({
      operationId: "delete_mental_model",
      method: "delete",
      path: MODEL,
      tag,
      summary: "Delete a mental model",
      params: wire.modelPath,
      replies: { 200: ok(z.unknown()), 404: NO_SUCH },
      async handle({ params }) {
        await mentalModels.delete(params.bank_id, params.mental_model_id);
        return { status: "deleted" };
      },
    }),
    endpoint({
      operationId: "clear_mental_model",
      method: "post",
      path: `${MODEL}/clear`,
      tag,
      summary: "Clear a mental model",
      description: "Takes out its content; the next refresh writes all of it anew.",
      params: wire.modelPath,
      replies: { 200: ok(wire.MentalModelReply), 404: NO_SUCH },
      async handle({ params }) {
        const model = await mentalModels.clear(params.bank_id, params.mental_model_id);
        return wire.modelReply(model, model.bankId);
      },
    }),
    endpoint({
      operationId: "refresh_mental_model",
      method: "post",
      path: `${MODEL}/refresh`,
      tag,
      summary: "Refresh a mental model",
      description: "Queues a refresh; while one waits, that one's id comes back.",
      params: wire.modelPath,
      body: wire.RefreshMentalModelBody,
      replies: { 200: ok(wire.RefreshMentalModelReply), 404: NO_SUCH },
      async handle({ params, body }) {
        const operationId = await mentalModels.refresh(params.bank_id, params.mental_model_id, { mode: body?.mode ?? undefined });
        return { operation_id: operationId, status: "queued" };
      },
    }),
    endpoint({
      operationId: "dry_run_refresh_mental_model",
      method: "post",
      path: `${MODEL}/dry-run-refresh`,
      tag,
      summary: "What a refresh would do",
      description: "Asks the language model as a refresh would, and keeps nothing.",
      asksModel: true,
      params: wire.modelPath,
      replies: { 200: ok(DryRunRefreshReply), 404: NO_SUCH },
      async handle({ params, signal }) {
        return dryRunRefreshReply(await mentalModels.dryRunRefresh(params.bank_id, params.mental_model_id, { signal }));
      },
    }),
    endpoint({
      operationId: "get_mental_model_history",
      method: "get",
      path: `${MODEL}/history`,
      tag,
      summary: "What a mental model said before",
      description: "Newest first; a failed refresh is an entry without content.",
      params: wire.modelPath,
      replies: { 200: ok(z.unknown()), 404: NO_SUCH },
      async handle({ params }) {
        return (await mentalModels.history(params.bank_id, params.mental_model_id)).map(wire.historyReply);
      },
    }),
  ];
}
