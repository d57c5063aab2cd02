// Webhooks on the wire.
// In: the contract's requests. Out: the engine's fields, and the contract's replies.

import { MOST_WEBHOOK_SECONDS, WEBHOOK_EVENTS, type Webhook, type WebhookDelivery, type WebhookFields } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { bankPath, nullable, textMap } from "./common.js";
import { paging } from "./query.js";
import { flag, integer, maybe, name, preset, prose } from "./scalars.js";
import { iso, isoOrNull } from "./time.js";

export const webhookPath = bankPath.extend({ webhook_id: name("Id of the webhook") });

const HttpConfig = z
  .object({
    method: preset(prose("POST or GET; the event is the body of both"), "POST"),
    timeout_seconds: preset(integer({ min: 1, max: MOST_WEBHOOK_SECONDS, about: "Longest time of one call" }), 30),
    headers: textMap().optional().openapi({ description: "Sent along; values that look secret are shown as ***" }),
    params: textMap().optional().openapi({ description: "Added to the query of the url" }),
  })
  .openapi("WebhookHttpConfig");

const EVENTS = `What is told: ${WEBHOOK_EVENTS.join(", ")}`;

export const CreateWebhookBody = z
  .object({
    url: prose("http or https, and no private address"),
    secret: maybe(prose("Signs what is sent; never shown")),
    event_types: z.array(name()).default(["consolidation.completed"]).openapi({ description: EVENTS }),
    enabled: preset(flag("Whether it is told anything"), true),
    http_config: HttpConfig.optional(),
  })
  .openapi("CreateWebhookRequest");

export const UpdateWebhookBody = z
  .object({
    url: maybe(prose()),
    secret: maybe(prose("null takes it away")),
    event_types: z.array(name()).nullish().openapi({ description: EVENTS }),
    enabled: maybe(flag()),
    http_config: HttpConfig.nullish(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), "At least one field must be given")
  .openapi("UpdateWebhookRequest");

export const WebhookListQuery = z.object(paging(100, { min: 0, max: 1000 }));

export const DeliveryListQuery = z.object({
  limit: preset(integer({ min: 1, max: 200, about: "Most entries to return" }), 50),
  cursor: maybe(name("next_cursor of the page before")),
});

export const WebhookReply = z
  .object({
    id: z.string(),
    bank_id: z.string().nullable(),
    url: z.string(),
    secret: nullable.text(),
    event_types: z.array(z.string()),
    enabled: z.boolean(),
    http_config: HttpConfig.optional(),
    created_at: nullable.text(),
    updated_at: nullable.text(),
  })
  .openapi("WebhookResponse");

export const WebhookListReply = z
  .object({ items: z.array(WebhookReply), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("WebhookListResponse");

const DeliveryReply = z
  .object({
    id: z.string(),
    event_id: nullable.text(),
    webhook_id: z.string().nullable(),
    url: z.string(),
    event_type: z.string(),
    status: z.string(),
    attempts: z.int(),
    next_retry_at: nullable.text(),
    last_error: nullable.text(),
    last_response_status: nullable.integer(),
    last_response_body: nullable.text(),
    last_attempt_at: nullable.text(),
    created_at: nullable.text(),
    updated_at: nullable.text(),
  })
  .openapi("WebhookDeliveryResponse");

export const DeliveryListReply = z
  .object({ items: z.array(DeliveryReply), next_cursor: nullable.text() })
  .openapi("WebhookDeliveryListResponse");

export function newWebhook(body: z.output<typeof CreateWebhookBody>): WebhookFields {
  const { url, secret, event_types: eventTypes, enabled, http_config: http } = body;
  return { url, secret: secret ?? null, eventTypes, enabled, ...(http === undefined ? {} : { http: httpOf(http) }) };
}

/** Null means "not sent", but for the secret, which it takes away. */
export function webhookChange(body: z.output<typeof UpdateWebhookBody>): Partial<WebhookFields> {
  return {
    ...(body.url == null ? {} : { url: body.url }),
    ...(body.secret === undefined ? {} : { secret: body.secret }),
    ...(body.event_types == null ? {} : { eventTypes: body.event_types }),
    ...(body.enabled == null ? {} : { enabled: body.enabled }),
    ...(body.http_config == null ? {} : { http: httpOf(body.http_config) }),
  };
}

function httpOf(http: z.output<typeof HttpConfig>): NonNullable<WebhookFields["http"]> {
  const { method, timeout_seconds: timeoutSeconds, headers = {}, params = {} } = http;
  return { method, timeoutSeconds, headers, params };
}

export function webhookReply(webhook: Webhook, bankId: string): z.input<typeof WebhookReply> {
  const { method, timeoutSeconds, headers, params } = webhook.http;
  return {
    id: webhook.id,
    bank_id: bankId,
    url: webhook.url,
    secret: null,
    event_types: [...webhook.eventTypes],
    enabled: webhook.enabled,
    http_config: { method, timeout_seconds: timeoutSeconds, headers: { ...headers }, params: { ...params } },
    created_at: iso(webhook.createdAt),
    updated_at: iso(webhook.updatedAt),
  };
}

export function deliveryReply(delivery: WebhookDelivery, webhookId: string): z.input<typeof DeliveryReply> {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    webhook_id: webhookId,
    url: delivery.url,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    next_retry_at: isoOrNull(delivery.nextRetryAt),
    last_error: delivery.lastError,
    last_response_status: delivery.lastResponseStatus,
    last_response_body: delivery.lastResponseBody,
    last_attempt_at: delivery.lastAttemptAt,
    created_at: iso(delivery.createdAt),
    updated_at: iso(delivery.updatedAt),
  };
}
