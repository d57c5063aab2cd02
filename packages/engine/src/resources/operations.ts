import { findBank } from "../banks/index.js";
import type { EngineContext } from "../context.js";
import type { OperationStatus } from "../domain/resources.js";
import type { Hindsight } from "../hindsight.js";
import { cancelOperationOf, deleteOperationOf, healParent, retryOperationOf } from "../operations/index.js";
import { cancelBatches } from "../retain/index.js";
import { countListedOperations } from "../store/operations/count-listed-operations.js";
import { getOperation } from "../store/operations/get-operation.js";
import { listChildren } from "../store/operations/list-children.js";
import { listOperations } from "../store/operations/list-operations.js";
import type { ResourceContext } from "./engine.js";
import { requireUuid } from "./ids.js";
import { page } from "./page.js";

const WHAT = "The operation id";

const isLive = ({ status }: { readonly status: OperationStatus }): boolean => status === "pending" || status === "processing";

export function operationResource(ctx: EngineContext, { db, tenant, banks }: ResourceContext): Hindsight["operations"] {
  return {
    async list(bankId, filter) {
      const bank = await banks.open(bankId);
      const found = await page(
        filter,
        () => listOperations(db, bank, filter),
        () => countListedOperations(db, bank, filter),
      );
      return { ...found, items: found.items.map((operation) => ({ ...operation, children: [], payload: null })) };
    },
    async get(bankId, operationId, options) {
      requireUuid(operationId, WHAT);
      let bank = await banks.find(bankId);
      let operation = bank && (await getOperation(db, bank, operationId));
      if (bank !== null && operation === null) {
        bank = await findBank(db, tenant, bankId); // an import may have given the name, and the operations, to another bank meanwhile
        operation = bank && (await getOperation(db, bank, operationId));
      }
      if (!bank || !operation) return null;
      const children = await listChildren(db, bank, operationId);
      if (operation.payload === null && isLive(operation) && !children.some(isLive) && (await healParent(ctx, bank, operationId))) {
        operation = (await getOperation(db, bank, operationId)) ?? operation;
      }
      return { ...operation, children, payload: options?.payload ? operation.payload : null };
    },
    async cancel(bankId, operationId) {
      const bank = await banks.open(bankId);
      await cancelOperationOf(ctx, bank, requireUuid(operationId, WHAT));
      await cancelBatches(ctx, bank, operationId);
    },
    async retry(bankId, operationId) {
      await retryOperationOf(ctx, await banks.open(bankId), requireUuid(operationId, WHAT));
    },
    async delete(bankId, operationId) {
      await deleteOperationOf(ctx, await banks.open(bankId), requireUuid(operationId, WHAT));
    },
  };
}
