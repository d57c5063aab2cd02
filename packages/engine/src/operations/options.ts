import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import type { ClaimedOperation } from "../store/operations/claim-operations.js";
import type { RetryPolicy } from "./retry.js";
import type { SlotPlan } from "./slots.js";

/** Opens the bank of a claimed operation by its row key; null when the bank is gone. The façade gives it, since operations know no feature. */
export type OpenBank = (bankKey: number) => Promise<BankScope | null>;

/** Counts a run of a handler; the façade gives it, since operations know no metrics. */
export type Measure = <T>(run: { readonly operation: ClaimedOperation; readonly bank: BankScope }, work: () => Promise<T>) => Promise<T>;

/** Surrounds all that is done for a claimed operation, so that what it logs and queues is known as its own; the façade gives it. */
export type Around = <T>(operation: ClaimedOperation, bank: BankScope, work: () => Promise<T>) => Promise<T>;

/** An operation at its end: nothing tries it again by itself. */
export interface EndedOperation {
  readonly operationId: string;
  readonly type: string;
  readonly status: "completed" | "failed";
  readonly payload: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  /** Null for one that went well. */
  readonly errorMessage: string | null;
}

/** Called in the transaction that ends an operation: what it writes is stored if and only if the end is. The façade gives it. */
export type OnEnd = (tx: Db, bank: BankScope, ended: EndedOperation) => Promise<void>;

export interface OperationsOptions extends SlotPlan {
  /** Shown with what the worker has in hand; several workers may bear one name. */
  readonly name: string;
  /** Operations of one bank at once in this process; null is all slots but one. */
  readonly perBank: number | null;
  readonly retry: RetryPolicy;
  /** Without a sign of life for this long, a worker counts as dead. */
  readonly leaseMs: number;
  /** How often a worker with room looks for the work of other processes. */
  readonly pollMs: number;
  /** Claims without a step forward after which an operation fails instead of being tried again. */
  readonly maxCrashes: number;
  /** Slots that the other workers of this process leave free, where it has several (one for each tenant). */
  readonly spare: () => number;
  readonly measure: Measure;
  readonly around: Around;
  readonly onEnd: OnEnd;
}

export const DEFAULTS: OperationsOptions = {
  slots: 10,
  reserved: {},
  name: "worker",
  perBank: null,
  retry: { retries: 3, baseDelayMs: 2_000, maxDelayMs: 60_000 },
  leaseMs: 60_000,
  pollMs: 500,
  maxCrashes: 10,
  spare: () => Number.POSITIVE_INFINITY,
  measure: (_, work) => work(),
  around: (_operation, _bank, work) => work(),
  onEnd: async () => undefined,
};
