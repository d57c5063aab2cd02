// The doors by which work comes in: a request from outside, an operation of the queue, a verb of the façade.
// In: who calls and what for. Out: what the work returns; inside it, log lines, operations and spans know whose they are.

import type { OperationOrigin } from "../store/operations/insert-operations.js";
import { currentCall, withinCall } from "./call-scope.js";
import type { Metrics, OperationLabels } from "./metrics.js";
import { type Attributes, NO_SPAN, type Span, span, type TraceHeaders, withinSpan } from "./span.js";
import type { NewTrace, Tracing } from "./tracing.js";

/** A call from outside, as HTTP. */
export interface IncomingCall {
  readonly requestId: string;
  /** Null for one that is not traced, as a probe. */
  readonly trace: {
    readonly name: string;
    readonly attributes: Attributes;
    /** The caller's place in its own trace, of which this call becomes a part. */
    readonly headers: Partial<TraceHeaders>;
  } | null;
}

export function inCall<T>(tracing: Tracing, { requestId, trace }: IncomingCall, work: (span: Span) => Promise<T>): Promise<T> {
  const call = { requestId, operationId: null };
  return through(tracing, call, trace && { name: trace.name, kind: "server", attributes: trace.attributes, parent: trace.headers }, work);
}

/** Work with a name of its own inside a call, or a call by itself where no other door was passed, as over standard input. */
export interface NamedWork {
  readonly name: string;
  readonly attributes: Attributes;
  readonly requestId: string;
  /** The caller's place in its own trace; without meaning inside a call, which has one. */
  readonly parent: Partial<TraceHeaders>;
}

export function inSpan<T>(
  tracing: Tracing,
  { name, attributes, requestId, parent }: NamedWork,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { requestId: outer, trace } = currentCall();
  if (trace !== null || outer !== null) return span(name, attributes, work);
  return through(tracing, { requestId, operationId: null }, { name, kind: "server", attributes, parent }, work);
}

/** The names of the contract (ops.md §7) for operations whose type is called otherwise. */
const NAMES: Readonly<Record<string, string>> = { refresh_mental_model: "mental_model_refresh" };
const nameOf = (operation: string): string => `hindsight.${NAMES[operation] ?? operation}`;

export interface QueuedWork {
  readonly operationId: string;
  readonly type: string;
  readonly bankId: string;
  readonly attempts: number;
  readonly origin: OperationOrigin | null;
}

/** An operation goes on in the trace of the call that queued it, and is linked to it: that call did not wait. */
export function inOperation<T>(tracing: Tracing, work: QueuedWork, run: (span: Span) => Promise<T>): Promise<T> {
  const { operationId, type, bankId, attempts, origin } = work;
  const parent = origin?.traceparent ? { traceparent: origin.traceparent, tracestate: origin.tracestate ?? undefined } : null;
  const attributes = {
    "hindsight.operation": type,
    "hindsight.operation_id": operationId,
    "hindsight.bank_id": bankId,
    "hindsight.attempt": attempts,
    "messaging.operation.type": "process",
  };
  const trace: NewTrace = { name: nameOf(type), kind: "consumer", attributes, parent, isLinked: true };
  return through(tracing, { requestId: origin?.requestId ?? null, operationId }, trace, run);
}

function through<T>(
  tracing: Tracing,
  call: { readonly requestId: string | null; readonly operationId: string | null },
  trace: NewTrace | null,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const open = trace === null ? null : tracing.begin(trace);
  const untraced = { ...call, trace: null };
  return open === null ? withinCall(untraced, () => work(NO_SPAN)) : withinSpan(open, work, untraced);
}

/** Metrics whose operations are spans too; those of a worker are already, by `inOperation`. */
export function withSpans(metrics: Metrics, tracing: Tracing): Metrics {
  return {
    ...metrics,
    operation(labels, work) {
      const counted = () => metrics.operation(labels, work);
      if (labels.source === "worker") return counted();
      const name = labels.source === "internal" ? `hindsight.consolidation_${labels.operation}` : nameOf(labels.operation);
      if (currentCall().trace !== null) return span(name, attributesOf(labels), counted);
      const open = tracing.begin({ name, kind: "internal", attributes: attributesOf(labels), parent: null });
      return open === null ? counted() : withinSpan(open, counted);
    },
  };
}

function attributesOf({ operation, bankId, budget, maxTokens }: OperationLabels): Attributes {
  return {
    "hindsight.operation": operation,
    "hindsight.bank_id": bankId,
    "hindsight.thinking_budget": budget,
    "hindsight.max_tokens": maxTokens,
  };
}
