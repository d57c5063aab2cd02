// The call that work is done for: its request id, its operation, its place in a trace. Work finds it wherever it is, without being handed it.
// In: a call, at the doors (HTTP, the façade, the worker). Out: the fields of log lines, the origin of operations, the parent of spans.

import { AsyncLocalStorage } from "node:async_hooks";
import type { OperationOrigin } from "../store/operations/insert-operations.js";
import type { TraceScope } from "./span.js";

export interface CallScope {
  /** Of the HTTP request that began it; null where none did. */
  readonly requestId: string | null;
  /** Of the operation that a worker carries out. */
  readonly operationId: string | null;
  /** Null where nothing is traced. */
  readonly trace: TraceScope | null;
}

const NO_CALL: CallScope = Object.freeze({ requestId: null, operationId: null, trace: null });
const scopes = new AsyncLocalStorage<CallScope>();

export function currentCall(): CallScope {
  return scopes.getStore() ?? NO_CALL;
}

/** Runs work, and everything that it waits for, inside a call. */
export function withinCall<T>(call: CallScope, work: () => T): T {
  return scopes.run(call, work);
}

/** What a log line of this call bears besides its own fields. */
export function callFields(): Readonly<Record<string, string>> {
  const call = scopes.getStore();
  if (call === undefined) return {};
  const ids = call.trace?.ids;
  return {
    ...(call.requestId !== null && { requestId: call.requestId }),
    ...(call.operationId !== null && { operation: call.operationId }),
    ...(ids !== undefined && { traceId: ids.traceId, spanId: ids.spanId }),
  };
}

/** Where operations that are queued now come from; null outside any call. */
export function currentOrigin(): OperationOrigin | null {
  const call = scopes.getStore();
  if (call === undefined) return null;
  const trace = call.trace?.headers();
  if (call.requestId === null && trace === undefined) return null;
  return { requestId: call.requestId, traceparent: trace?.traceparent ?? null, tracestate: trace?.tracestate ?? null };
}
