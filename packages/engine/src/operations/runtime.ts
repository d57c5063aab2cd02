import type { BankScope } from "../domain/scope.js";
import type { Database } from "../store/db.js";

/** What a worker is at; for its health and its metrics. */
export interface WorkerStatus {
  readonly workerId: string;
  readonly slots: number;
  /** Operations at work now, by type. */
  readonly running: ReadonlyMap<string, number>;
  readonly isStopping: boolean;
  /** When it last asked the queue; null before the first time. */
  readonly lastPollAt: Date | null;
}

/** The worker of an open database. */
export interface OperationsRuntime {
  /** Looks for work now. */
  wake(): void;
  /**
   * Resolves when nothing is at work and nothing could be within four seconds. What is put off for longer (a repeat, a spend limit, a refresh that is
   * parked), and what it holds back, still waits then.
   */
  idle(signal?: AbortSignal): Promise<void>;
  /** Resolves when the operation has ended, at once for one that is not live. */
  ended(bank: BankScope, operationId: string, signal?: AbortSignal): Promise<void>;
  status(): WorkerStatus;
  /**
   * Takes nothing new, lets what runs go on for `drainMs` (none: the current steps end), puts what is unfinished back in line, and resolves. What does
   * not heed the stop within seconds is put back all the same: it can write nothing any more.
   */
  stop(options?: { readonly drainMs?: number }): Promise<void>;
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
