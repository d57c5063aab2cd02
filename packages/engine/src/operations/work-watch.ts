// The watch over a worker: it asks before an operation is worked, and tells of its end once that is stored.
// In: the worker's seams, and who watches, if anyone does. Out: the same seams with the watcher in them.

import type { BankScope, TenantScope } from "../domain/scope.js";
import type { WatchedWork, WorkWatcher } from "../domain/work-watch.js";
import type { ClaimedOperation } from "../store/operations/claim-operations.js";
import type { EndedOperation, OnEnd } from "./options.js";

export interface WorkWatch {
  /** Throws what the watcher throws. */
  admit(operation: ClaimedOperation, bank: BankScope): Promise<void>;
  onEnd(otherwise: OnEnd): OnEnd;
  around<T>(operation: ClaimedOperation, bank: BankScope, work: () => Promise<T>): Promise<T>;
}

export function workWatch({ tenant }: TenantScope, watcher: () => WorkWatcher | null): WorkWatch {
  /** Ends that are written and perhaps not stored yet, of operations at work here. */
  const ends = new Map<string, EndedOperation | null>();
  const about = ({ operationId, type, attempts, origin }: ClaimedOperation, { bankId }: BankScope): WatchedWork => {
    return { type, operationId, tenant, bankId, attempts, requestId: origin?.requestId ?? null };
  };
  return {
    admit: async (operation, bank) => watcher()?.admit(about(operation, bank)),
    onEnd: (otherwise) => async (tx, bank, ended) => {
      await otherwise(tx, bank, ended);
      if (ends.has(ended.operationId)) ends.set(ended.operationId, ended);
    },
    async around(operation, bank, work) {
      const started = performance.now();
      const { operationId } = operation;
      ends.set(operationId, null);
      try {
        const done = await work();
        const end = ends.get(operationId);
        if (end) {
          const { status, result, errorMessage: error } = end;
          watcher()?.ended({ ...about(operation, bank), status, result, error, durationMs: performance.now() - started });
        }
        return done;
      } finally {
        ends.delete(operationId);
      }
    },
  };
}
