// webhooks: what happens in a bank is told to those who listen.
// In: events, in the transaction in which they happen. Out: deliveries, signed, tried again, never to the inside of a network.
// A delivery is an operation with the webhook as its subject.

import { WEBHOOK_DELIVERY } from "../domain/learning.js";
import { registerHandler } from "../operations/index.js";
import { deliveryHandler } from "./deliver.js";

export { checkStoredWebhook } from "./check-stored.js";
export { defenseEvents, retainEvents } from "./events.js";
export { addWebhook, changeWebhook, deliveriesOf, pageOfWebhooks, removeWebhook } from "./manage.js";
export { endTeller, tell } from "./tell.js";

registerHandler(WEBHOOK_DELIVERY, deliveryHandler());
