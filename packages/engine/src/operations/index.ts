// operations: asynchronous work with a durable row, a lease, attempts and a result.
// In: work that a feature enqueues, and the handlers that features register by type. Out: each operation run to an end, once, across crashes.
// Knows no feature. One worker per process, with slots for several operations; any number of processes share the table.

export { type Alarm, createAlarm } from "./alarm.js";
export { cancelOperationOf, deleteOperationOf, hastenWhatWasSpent, healParent, retryOperationOf } from "./control.js";
export { inForeground } from "./courtesy.js";
export { type Enqueued, enqueue, enqueueIn, type NewOperation, type OperationPart } from "./enqueue.js";
export { type EnqueuedOnce, enqueueOnce, type OnceOperation } from "./enqueue-once.js";
export { type OperationHandler, type OperationWork, registerHandler } from "./handlers.js";
export type { EndedOperation, Measure, OnEnd, OpenBank, OperationsOptions } from "./options.js";
export { planRepair, type Repair, type RepairStep, repair } from "./repair.js";
export { type Retention, type RetentionOptions, startRetention, sweepOnce } from "./retention.js";
export { isTransient } from "./retry.js";
export { type OperationsRuntime, operationsOf, type WorkerStatus } from "./runtime.js";
export { startOperations } from "./work-loop.js";
export { workWatch } from "./work-watch.js";
