import { sql } from "../../../src/store/db.js";
import { cancelDeliveries } from "../../../src/store/webhooks/cancel-deliveries.js";
import { countWebhooks } from "../../../src/store/webhooks/count-webhooks.js";
import { deleteWebhook } from "../../../src/store/webhooks/delete-webhook.js";
import { getWebhook } from "../../../src/store/webhooks/get-webhook.js";
import { insertWebhook } from "../../../src/store/webhooks/insert-webhook.js";
import { listDeliveries } from "../../../src/store/webhooks/list-deliveries.js";
import { listListeners } from "../../../src/store/webhooks/list-listeners.js";
import { listWebhooks } from "../../../src/store/webhooks/list-webhooks.js";
import { readTarget } from "../../../src/store/webhooks/read-target.js";
import { updateWebhook } from "../../../src/store/webhooks/update-webhook.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase } from "../statement-cases.js";

const { webhook, delivery } = LEARNT;
const fresh = "00000000-0000-4000-8000-000000000699";
const http = { method: "POST", timeoutSeconds: 30, headers: {}, params: {} } as const;

export const cases = [
  bankCase(insertWebhook, ({ db, bank }) =>
    insertWebhook(db, bank, { id: fresh, url: "https://marka.example/", secret: null, eventTypes: [], enabled: true, http }),
  ),
  bankCase(getWebhook, ({ db, bank }) => getWebhook(db, bank, webhook)),
  bankCase(listWebhooks, ({ db, bank }) => listWebhooks(db, bank, { limit: 9, offset: 0 })),
  bankCase(countWebhooks, ({ db, bank }) => countWebhooks(db, bank)),
  bankCase(updateWebhook, ({ db, bank }) => updateWebhook(db, bank, webhook, { secret: null, http })),
  bankCase(deleteWebhook, ({ db, bank }) => deleteWebhook(db, bank, webhook)),
  bankCase(listListeners, ({ db, bank }) => listListeners(db, bank, ["consolidation.completed"])),
  bankCase(readTarget, ({ db, bank }) => readTarget(db, bank, webhook)),
  bankCase(listDeliveries, ({ db, bank }) => listDeliveries(db, bank, webhook, { limit: 9, before: null })),
  bankCase(cancelDeliveries, async ({ db, bank }) => {
    await db.query(sql`UPDATE operation SET status = 'pending' WHERE bank_id = ${bank.key} AND operation_id = ${delivery}`);
    return cancelDeliveries(db, bank, webhook);
  }),
];
