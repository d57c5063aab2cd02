import { openOrCreateBankIn } from "../banks/index.js";
import type { EngineContext } from "../context.js";
import { withScreenedLabels } from "../guard/defense/index.js";
import type { Hindsight } from "../hindsight.js";
import * as models from "../models/index.js";
import { operationsOf } from "../operations/index.js";
import type { Db } from "../store/db.js";
import type { ResourceContext } from "./engine.js";

const NEVER = new AbortController().signal;

export function knowledgeResource(parts: EngineContext, { tenant, banks }: ResourceContext): Hindsight["knowledge"] {
  const { db } = parts;
  return {
    async tree(bankId, filter = null) {
      return models.pageTree(parts, await banks.open(bankId), filter);
    },
    async addFolder(bankId, fields) {
      const known = await banks.find(bankId);
      const clean = await withScreenedLabels(parts, known, fields);
      return db.transaction(async (tx) => models.addFolder(tx, known ?? (await openOrCreateBankIn(tx, tenant, bankId)), clean));
    },
    async addPage(bankId, fields) {
      const known = await banks.find(bankId);
      const clean = await withScreenedLabels(parts, known, fields);
      const added = await db.transaction(async (tx) => {
        const bank = known ?? (await openOrCreateBankIn(tx, tenant, bankId));
        return { bank, page: await models.addPage(parts, tx, bank, clean) };
      });
      operationsOf(db)?.wake();
      await models.indexModel(parts, added.bank, added.page.mentalModelId);
      return added.page;
    },
    async page(bankId, pageId) {
      return models.readPage(parts, await banks.open(bankId), pageId);
    },
    async search(bankId, search, { signal = NEVER } = {}) {
      return models.searchPages({ ...parts, signal }, await banks.open(bankId), search);
    },
    async change(bankId, nodeId, change) {
      const bank = await banks.open(bankId);
      const clean = await withScreenedLabels(parts, bank, change);
      const { node, isRenamed, operationId } = await db.transaction((tx) => models.changeNode(parts, tx, bank, nodeId, clean));
      if (operationId !== null) operationsOf(db)?.wake();
      if (isRenamed && node.mentalModelId !== null) await models.indexModel(parts, bank, node.mentalModelId);
      return node;
    },
    async delete(bankId, nodeId) {
      const bank = await banks.open(bankId);
      await db.transaction((tx) => models.removeNode(tx, bank, nodeId));
    },
    async export(bankId, { layout = "flat" } = {}) {
      return models.exportPages(parts, await banks.open(bankId), layout);
    },
    async import(bankId, files, { isDryRun = false } = {}) {
      const known = await banks.find(bankId);
      const open = async (tx: Db) => known ?? openOrCreateBankIn(tx, tenant, bankId);
      const report = await models.importPages(parts, { known, tenant: tenant.tenant, open }, files, { isDryRun });
      if (report.operationIds.length > 0) operationsOf(db)?.wake();
      return report;
    },
  };
}
