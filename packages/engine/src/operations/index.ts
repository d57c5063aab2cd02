// operations: asynchronous work with a durable row, a lease, attempts and a result.
// In: work that a feature enqueues, and the handlers that features register by type. Out: each operation run to an end, once, across crashes.
// Knows no feature. One worker per process; any number of processes share the table.

export { type Alarm, createAlarm } from "./alarm.js";
export { cancelOperationOf, deleteOperationOf, retryOperationOf } from "./control.js";
export { type Enqueued, enqueue, type NewOperation, type OperationPart } from "./enqueue.js";
export { type OperationHandler, type OperationWork, registerHandler } from "./handlers.js";
export { type OperationsRuntime, operationsOf } from "./runtime.js";
export { type OpenBank, type OperationsOptions, startOperations } from "./work-loop.js";
