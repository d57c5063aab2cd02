import type { EngineContext } from "../context.js";
import type { Hindsight } from "../hindsight.js";
import { addWebhook, changeWebhook, deliveriesOf, pageOfWebhooks, removeWebhook } from "../webhooks/index.js";
import type { ResourceContext } from "./engine.js";

export function webhookResource(parts: EngineContext, { banks }: ResourceContext): Hindsight["webhooks"] {
  return {
    async list(bankId, paging) {
      const bank = await banks.open(bankId);
      return { ...(await pageOfWebhooks(parts, bank, paging)), bankId: bank.bankId };
    },
    async create(bankId, fields) {
      const bank = await banks.openOrCreate(bankId);
      return { ...(await addWebhook(parts, bank, fields)), bankId: bank.bankId };
    },
    async update(bankId, id, change) {
      const bank = await banks.open(bankId);
      return { ...(await changeWebhook(parts, bank, id, change)), bankId: bank.bankId };
    },
    async delete(bankId, id) {
      return removeWebhook(parts, await banks.open(bankId), id);
    },
    async deliveries(bankId, id, page) {
      return deliveriesOf(parts, await banks.open(bankId), id, page);
    },
  };
}
