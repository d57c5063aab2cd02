// The queue by hand: one operation released, retried or cancelled by its id, and workers relieved of what they have.
// In: an engine context, an operation's id or a worker's name. Out: what was changed; `operation_conflict` where nothing could be.

import { findBankByKey } from "../banks/index.js";
import type { EngineContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { cancelOperationOf, retryOperationOf } from "../operations/index.js";
import { findOperationOwner } from "../store/operations/find-operation-owner.js";
import { type BusyWorker, listWorkers } from "../store/operations/list-workers.js";
import { releaseWorker } from "../store/operations/release-worker.js";
import { requeueOperation } from "../store/operations/requeue-operation.js";

export interface AdminQueue {
  /** Puts an operation back in line whose worker is gone, or that waits for a later try. Throws `operation_conflict` while a worker has it. */
  release(operationId: string): Promise<ChangedOperation>;
  /** Puts a failed or cancelled operation back in line. */
  retry(operationId: string): Promise<ChangedOperation>;
  /** Cancels one that has not begun. */
  cancel(operationId: string): Promise<ChangedOperation>;
  /** Workers that have operations in hand. */
  workers(): Promise<readonly BusyWorker[]>;
  /** Puts what the workers of a name have in hand back in line; null for all workers. Returns how many operations. */
  decommission(name: string | null): Promise<number>;
}

export interface ChangedOperation {
  readonly bankId: string;
  readonly operationId: string;
  readonly type: string;
}

export function adminQueue(open: () => Promise<EngineContext>, tenant: TenantScope): AdminQueue {
  async function change(operationId: string, work: (ctx: EngineContext, bank: BankScope) => Promise<void>): Promise<ChangedOperation> {
    if (!UUID.test(operationId))
      throw new HindsightError("bad_argument", `"${operationId}" is no id of an operation. \`hindsight admin operations\` lists them.`);
    const ctx = await open();
    const owner = await findOperationOwner(ctx.db, tenant, operationId);
    const bank = owner === null ? null : await findBankByKey(ctx.db, tenant, owner.bankKey);
    if (owner === null || bank === null) throw new HindsightError("operation_not_found", `There is no operation ${operationId}.`);
    await work(ctx, bank);
    return { bankId: bank.bankId, operationId, type: owner.type };
  }
  return {
    release: (id) =>
      change(id, async ({ db }, bank) => {
        if ((await requeueOperation(db, bank, id)) > 0) return;
        const message = `Operation ${id} was not released: it has ended, stands for parts, or a worker has it. For the last, \`hindsight admin workers decommission\` takes it away.`;
        throw new HindsightError("operation_conflict", message);
      }),
    retry: (id) => change(id, (ctx, bank) => retryOperationOf(ctx, bank, id)),
    cancel: (id) => change(id, (ctx, bank) => cancelOperationOf(ctx, bank, id)),
    workers: async () => listWorkers((await open()).db, tenant),
    async decommission(name) {
      const { db } = await open();
      const names = name === null ? (await listWorkers(db, tenant)).map((worker) => worker.name) : [name];
      let released = 0;
      for (const each of names) released += await db.transaction((tx) => releaseWorker(tx, tenant, each));
      return released;
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
