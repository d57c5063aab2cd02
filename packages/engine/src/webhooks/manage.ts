import { randomUUID } from "node:crypto";
import type { EngineContext } from "../context.js";
import { nearName } from "../domain/nearest-name.js";
import type { Page, Paging } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import { isSecretName } from "../domain/secret-name.js";
import { WEBHOOK_EVENTS, type Webhook, type WebhookDelivery, type WebhookFields, type WebhookHttp } from "../domain/webhooks.js";
import { HindsightError } from "../errors.js";
import { cancelDeliveries } from "../store/webhooks/cancel-deliveries.js";
import { countWebhooks } from "../store/webhooks/count-webhooks.js";
import { deleteWebhook } from "../store/webhooks/delete-webhook.js";
import { getWebhook } from "../store/webhooks/get-webhook.js";
import { insertWebhook } from "../store/webhooks/insert-webhook.js";
import { type DeliveryRow, listDeliveries } from "../store/webhooks/list-deliveries.js";
import { listWebhooks } from "../store/webhooks/list-webhooks.js";
import { updateWebhook } from "../store/webhooks/update-webhook.js";
import { checkHost, webhookUrl } from "./address.js";
import { DEFAULT_HTTP } from "./deliver.js";
import { checkHeaders } from "./headers.js";

type Parts = Pick<EngineContext, "db" | "settings">;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DEFAULT_EVENTS = ["consolidation.completed"] as const;

/** Throws `bad_argument` for a url, an event or a way of calling that cannot be, `bank_not_found` when the bank was deleted meanwhile. */
export async function addWebhook(parts: Parts, bank: BankScope, fields: WebhookFields): Promise<Webhook> {
  const url = await checkedUrl(parts, fields.url);
  const eventTypes = checkedEvents(fields.eventTypes ?? DEFAULT_EVENTS);
  const http = checkedHttp({ ...DEFAULT_HTTP, ...fields.http }, DEFAULT_HTTP);
  const row = { id: randomUUID(), url, secret: secretOf(fields.secret), eventTypes, enabled: fields.enabled ?? true, http };
  const stored = await insertWebhook(parts.db, bank, row);
  if (stored === null) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  return shown(stored);
}

export async function pageOfWebhooks({ db }: Parts, bank: BankScope, paging: Paging): Promise<Page<Webhook>> {
  const [items, total] = await Promise.all([listWebhooks(db, bank, paging), countWebhooks(db, bank)]);
  return { items: items.map(shown), total, ...paging };
}

/** Absent fields stay; a null secret is taken away. Throws `webhook_not_found`, and `bad_argument` as for a new one. */
export async function changeWebhook(parts: Parts, bank: BankScope, id: string, change: Partial<WebhookFields>): Promise<Webhook> {
  const { db } = parts;
  const there = UUID.test(id) ? await getWebhook(db, bank, id) : null;
  if (there === null) throw notFound(id);
  const { url, secret, eventTypes, enabled, http } = change;
  const stored = await updateWebhook(db, bank, id, {
    ...(url === undefined ? {} : { url: await checkedUrl(parts, url) }),
    ...(secret === undefined ? {} : { secret: secretOf(secret) }),
    ...(eventTypes === undefined ? {} : { eventTypes: checkedEvents(eventTypes) }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(http === undefined ? {} : { http: checkedHttp({ ...DEFAULT_HTTP, ...http }, there.http) }),
  });
  if (stored === null) throw notFound(id);
  return shown(stored);
}

/** What waits to be told to it is cancelled. Throws `webhook_not_found`. */
export async function removeWebhook({ db }: Parts, bank: BankScope, id: string): Promise<void> {
  if (!UUID.test(id)) throw notFound(id);
  await db.transaction(async (tx) => {
    if (!(await deleteWebhook(tx, bank, id))) throw notFound(id);
    await cancelDeliveries(tx, bank, id.toLowerCase());
  });
}

/** Newest first; `cursor` is what the page before gave. Throws `webhook_not_found`, and `bad_argument` for a cursor of another make. */
export async function deliveriesOf(
  { db, settings }: Parts,
  bank: BankScope,
  id: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<{ readonly items: readonly WebhookDelivery[]; readonly nextCursor: string | null }> {
  if (!UUID.test(id) || (await getWebhook(db, bank, id)) === null) throw notFound(id);
  if (cursor !== null && !/^\d{1,18}$/.test(cursor)) throw bad("The cursor is none; send the next_cursor of the page before.");
  const rows = await listDeliveries(db, bank, id.toLowerCase(), { limit: limit + 1, before: cursor === null ? null : Number(cursor) });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? String(last.sequence) : null;
  return { items: page.map((row) => deliveryOf(row, settings.webhookExposeResponseBody)), nextCursor };
}

function deliveryOf(row: DeliveryRow, showsBody: boolean): WebhookDelivery {
  const noted = row.resultMetadata;
  const text = (name: string): string | null => (typeof noted[name] === "string" ? (noted[name] as string) : null);
  const made = Number(noted.delivery_attempts ?? 0);
  return {
    id: row.id,
    eventId: text("event_id"),
    url: text("url") ?? "",
    eventType: text("event_type") ?? "",
    status: row.status,
    attempts: Math.max(1, made),
    nextRetryAt: made > 0 ? row.nextAttemptAt : null,
    lastError: row.errorMessage ?? text("last_error"),
    lastResponseStatus: typeof noted.last_response_status === "number" ? noted.last_response_status : null,
    lastResponseBody: showsBody ? text("last_response_body") : null,
    lastAttemptAt: text("last_attempt_at"),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

async function checkedUrl({ settings }: Parts, text: string): Promise<string> {
  const url = webhookUrl(text, settings.webhookAllowedHosts);
  await checkHost(url, settings.webhookAllowedHosts);
  return url.href;
}

/** A name that no event has would never be told anything; it is refused with the nearest there is. */
export function checkedEvents(given: readonly string[]): readonly string[] {
  const names: readonly string[] = WEBHOOK_EVENTS;
  for (const name of given) {
    if (names.includes(name)) continue;
    const near = nearName(name.slice(0, 100), names);
    throw bad(
      `There is no event "${name.slice(0, 100)}". ${near === null ? `There are ${names.join(", ")}.` : `The nearest is "${near}".`}`,
    );
  }
  return [...new Set(given)];
}

/** Shown for the value of a header or parameter whose name says that it is secret. */
const HIDDEN = "***";

/** A value that comes back hidden, as it was shown, is the one that is stored. */
export function checkedHttp(http: Omit<WebhookHttp, "method"> & { readonly method: string }, there: WebhookHttp): WebhookHttp {
  const method = http.method.toUpperCase();
  if (method !== "POST" && method !== "GET") throw bad("http_config.method is POST or GET.");
  checkHeaders(http.headers);
  const headers = Object.entries(http.headers).map(([name, value]) => [name, unhidden(value, there.headers?.[name])]);
  const params = Object.entries(http.params).map(([name, value]) => [name, unhidden(value, there.params?.[name])]);
  return { ...http, method, headers: Object.fromEntries(headers), params: Object.fromEntries(params) };
}

function shown(webhook: Webhook): Webhook {
  const http = { ...DEFAULT_HTTP, ...webhook.http };
  return { ...webhook, http: { ...http, headers: hidden(http.headers), params: hidden(http.params) } };
}

function hidden(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isSecretName(name) ? HIDDEN : value]));
}

const unhidden = (value: string, there: string | undefined): string => (value === HIDDEN ? (there ?? value) : value);
const secretOf = (secret: string | null | undefined): string | null => (secret === undefined || secret === "" ? null : secret);
const bad = (message: string): HindsightError => new HindsightError("bad_argument", message);
const notFound = (id: string): HindsightError => new HindsightError("webhook_not_found", `Webhook '${id}' not found`);
