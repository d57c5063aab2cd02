import { openOrCreateBankIn } from "../banks/index.js";
import type { EngineContext } from "../context.js";
import { withScreenedLabels } from "../guard/defense/index.js";
import type { Hindsight } from "../hindsight.js";
import * as models from "../models/index.js";
import { operationsOf } from "../operations/index.js";
import type { ResourceContext } from "./engine.js";

const NEVER = new AbortController().signal;

export function mentalModelResource(parts: EngineContext, { tenant, banks }: ResourceContext): Hindsight["mentalModels"] {
  const { db } = parts;
  return {
    async list(bankId, filter) {
      const bank = await banks.open(bankId);
      return { ...(await models.pageOfModels(parts, bank, filter)), bankId: bank.bankId };
    },
    async create(bankId, fields) {
      const known = await banks.find(bankId);
      const clean = await withScreenedLabels(parts, known, fields);
      const created = await db.transaction(async (tx) =>
        models.createModel(parts, tx, known ?? (await openOrCreateBankIn(tx, tenant, bankId)), clean),
      );
      operationsOf(db)?.wake();
      return created;
    },
    async get(bankId, id, { detail } = {}) {
      const bank = await banks.open(bankId);
      return { ...(await models.readModel(parts, bank, id, detail)), bankId: bank.bankId };
    },
    async update(bankId, id, change) {
      const bank = await banks.open(bankId);
      const clean = await withScreenedLabels(parts, bank, change);
      const { operationId } = await db.transaction((tx) => models.changeModel(parts, tx, bank, id, clean));
      if (operationId !== null) operationsOf(db)?.wake();
      if (change.name !== undefined) await models.indexModel(parts, bank, id);
      return { ...(await models.readModel(parts, bank, id)), bankId: bank.bankId };
    },
    async clear(bankId, id) {
      const bank = await banks.open(bankId);
      await models.clearModel(parts, bank, id);
      await models.indexModel(parts, bank, id);
      return { ...(await models.readModel(parts, bank, id)), bankId: bank.bankId };
    },
    async delete(bankId, id) {
      return models.removeModel(parts, await banks.open(bankId), id);
    },
    async refresh(bankId, id, { mode } = {}) {
      return models.refreshModel(parts, await banks.open(bankId), id, mode);
    },
    async dryRunRefresh(bankId, id, { signal = NEVER } = {}) {
      return models.dryRunRefresh({ ...parts, signal }, await banks.open(bankId), id);
    },
    async history(bankId, id) {
      return models.historyOfModel(parts, await banks.open(bankId), id);
    },
  };
}
