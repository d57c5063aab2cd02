import { randomUUID } from "node:crypto";
import type { EngineContext } from "../context.js";
import { WEBHOOK_DELIVERY } from "../domain/learning.js";
import type { BankScope } from "../domain/scope.js";
import type { WebhookEvent } from "../domain/webhooks.js";
import type { OnEnd } from "../operations/index.js";
import type { Db } from "../store/db.js";
import { insertOperations, type OperationRow } from "../store/operations/insert-operations.js";
import { type Listener, listListeners } from "../store/webhooks/list-listeners.js";
import { currentOrigin } from "../telemetry/index.js";
import { endEvents } from "./events.js";

/** Whom the deliveries of the server's own webhook are about. */
export const SERVER_WEBHOOK = "server";

/**
 * Queues what happened for everyone who listens, in the transaction in which it happens: both are stored, or neither. Who calls wakes the worker once the
 * transaction is through, when anything was queued. One look-up where nobody listens.
 */
export async function tell(
  { settings, now }: Pick<EngineContext, "settings" | "now">,
  tx: Db,
  bank: BankScope,
  events: readonly WebhookEvent[],
): Promise<boolean> {
  if (events.length === 0) return false;
  const own = await listListeners(tx, bank, [...new Set(events.map(({ type }) => type))]);
  const ofServer = settings.webhookUrl === "" ? [] : [{ id: null, url: settings.webhookUrl, eventTypes: settings.webhookEventTypes }];
  const rows = events.flatMap((event) => rowsOf(bank, event, [...own, ...ofServer], now()));
  if (rows.length > 0) await insertOperations(tx, bank, rows);
  return rows.length > 0;
}

/** What is told when an operation ends, whoever ends it. */
export function endTeller(engine: Pick<EngineContext, "settings" | "now">): OnEnd {
  return async (tx, bank, ended) => {
    await tell(engine, tx, bank, endEvents(ended));
  };
}

function rowsOf(
  bank: BankScope,
  event: WebhookEvent,
  listeners: readonly (Omit<Listener, "id"> & { readonly id: string | null })[],
  at: Date,
): readonly OperationRow[] {
  const eventId = randomUUID();
  const origin = currentOrigin();
  const body = JSON.stringify({
    event: event.type,
    bank_id: bank.bankId,
    ...(event.operationId === null ? {} : { operation_id: event.operationId }),
    status: event.status,
    timestamp: at.toISOString(),
    data: Object.fromEntries(Object.entries(event.data).filter(([, value]) => value !== null && value !== undefined)),
  });
  return listeners
    .filter(({ eventTypes }) => eventTypes.includes(event.type))
    .map(({ id, url }) => ({
      operationId: randomUUID(),
      parentId: null,
      type: WEBHOOK_DELIVERY,
      origin,
      // As text: what is signed are bytes, and a JSON column keeps no order of keys.
      payload: { webhook_id: id, event_id: eventId, event_type: event.type, body },
      resultMetadata: { webhook_id: id, event_id: eventId, event_type: event.type, url },
      itemsCount: 0,
      documentId: null,
      documents: [], // goes beside anything: a receiver that is down holds up no other
      subject: id ?? SERVER_WEBHOOK,
    }));
}
