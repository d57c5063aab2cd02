// Webhooks.
// In: the engine. Out: the endpoints `{bank}/webhooks`.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import * as wire from "../wire/webhooks.js";
import { B, BAD, NO_BANK, NO_SUCH, ok } from "./replies.js";

const tag = "Webhooks";
/** Nothing learnt goes with a webhook, so there is no report. */
const DeletedReply = z.object({ success: z.boolean(), message: z.string().nullish(), deleted_count: z.int().nullish() });
const WEBHOOK = `${B}/webhooks/{webhook_id}`;

export function webhookRoutes({ webhooks }: Pick<Hindsight, "webhooks">): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "create_webhook",
      method: "post",
      path: `${B}/webhooks`,
      tag,
      summary: "Add a webhook",
      description: "Where events of the bank are told. The bank is made when it does not exist.",
      params: bankPath,
      body: wire.CreateWebhookBody,
      replies: { 201: ok(wire.WebhookReply), 400: BAD },
      async handle({ params, body }) {
        const created = await webhooks.create(params.bank_id, wire.newWebhook(body));
        return wire.webhookReply(created, created.bankId);
      },
    }),
    endpoint({
      operationId: "list_webhooks",
      method: "get",
      path: `${B}/webhooks`,
      tag,
      summary: "List webhooks",
      description: "Oldest first. Secrets are never shown.",
      params: bankPath,
      query: wire.WebhookListQuery,
      replies: { 200: ok(wire.WebhookListReply), 404: NO_BANK },
      async handle({ params, query }) {
        const { bankId, ...page } = await webhooks.list(params.bank_id, query);
        return { ...page, items: page.items.map((item) => wire.webhookReply(item, bankId)) };
      },
    }),
    endpoint({
      operationId: "update_webhook",
      method: "patch",
      path: WEBHOOK,
      tag,
      summary: "Change a webhook",
      description: "Fields that are absent stay; a null secret is taken away.",
      params: wire.webhookPath,
      body: wire.UpdateWebhookBody,
      replies: { 200: ok(wire.WebhookReply), 400: BAD, 404: NO_SUCH },
      async handle({ params, body }) {
        const webhook = await webhooks.update(params.bank_id, params.webhook_id, wire.webhookChange(body));
        return wire.webhookReply(webhook, webhook.bankId);
      },
    }),
    endpoint({
      operationId: "delete_webhook",
      method: "delete",
      path: WEBHOOK,
      tag,
      summary: "Delete a webhook",
      description: "What waits to be told to it is cancelled.",
      params: wire.webhookPath,
      replies: { 200: ok(DeletedReply), 404: NO_SUCH },
      async handle({ params }) {
        await webhooks.delete(params.bank_id, params.webhook_id);
        return { success: true, message: "Webhook deleted", deleted_count: 1 };
      },
    }),
    endpoint({
      operationId: "list_webhook_deliveries",
      method: "get",
      path: `${WEBHOOK}/deliveries`,
      tag,
      summary: "List deliveries of a webhook",
      description: "Newest first. What receivers answered is shown where HINDSIGHT_API_WEBHOOK_EXPOSE_RESPONSE_BODY is on.",
      params: wire.webhookPath,
      query: wire.DeliveryListQuery,
      replies: { 200: ok(wire.DeliveryListReply), 400: BAD, 404: NO_SUCH },
      async handle({ params, query: { limit, cursor } }) {
        const page = await webhooks.deliveries(params.bank_id, params.webhook_id, { limit, cursor: cursor ?? null });
        return { items: page.items.map((item) => wire.deliveryReply(item, params.webhook_id)), next_cursor: page.nextCursor };
      },
    }),
  ];
}
