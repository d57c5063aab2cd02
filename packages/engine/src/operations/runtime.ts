import type { BankScope } from "../domain/scope.js";
import type { Database } from "../store/db.js";

/** The worker of an open database. */
export interface OperationsRuntime {
  /** Looks for work now. */
  wake(): void;
  /** Resolves when nothing is pending or processing any more. */
  idle(signal?: AbortSignal): Promise<void>;
  /** Resolves when the operation has ended, at once for one that is not live. */
  ended(bank: BankScope, operationId: string, signal?: AbortSignal): Promise<void>;
  /** Lets the current step end, puts what is unfinished back in line, and resolves. */
  stop(): Promise<void>;
}

const running = new WeakMap<Database, OperationsRuntime>();

/** The worker that runs on this database in this process, if one does. */
export function operationsOf(db: Database): OperationsRuntime | undefined {
  return running.get(db);
}

export function setOperations(db: Database, runtime: OperationsRuntime | null): void {
  if (runtime === null) running.delete(db);
  else running.set(db, runtime);
}
