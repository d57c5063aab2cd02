// Spans: a stretch of work with a name, its time and a few facts about it.
// In: a name, attributes, the work. Out: what the work returns. Where nothing is traced this is a call of the work and nothing else.

import { currentCall, withinCall } from "./call-scope.js";

export type Attribute = string | number | boolean | readonly string[];
/** Absent values are left out. No text of a memory, a question or a prompt belongs here, unless the trace keeps content. */
export type Attributes = Readonly<Record<string, Attribute | null | undefined>>;
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

/** A span as its work sees it. */
export interface Span {
  /** True where somebody reads it: attributes that cost something to work out need not be otherwise. */
  readonly isRecording: boolean;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Something that happened at a moment of it. */
  event(name: string, attributes: Attributes): void;
  /** Marks it as failed, by the kind of the failure alone: messages may quote what was asked. */
  fail(kind: string): void;
}

/** W3C trace context, as headers bear it. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
}

/** A place in a trace, under which further spans begin. */
export interface TraceScope {
  readonly ids: { readonly traceId: string; readonly spanId: string };
  /** True where texts of messages and questions may be recorded. */
  readonly keepsContent: boolean;
  readonly span: Span;
  headers(): TraceHeaders;
  start(name: string, attributes: Attributes, kind: SpanKind): OpenSpan;
}

export interface OpenSpan extends Span {
  readonly scope: TraceScope;
  end(): void;
}

/** A span that nobody reads. */
export const NO_SPAN: Span = Object.freeze({
  isRecording: false,
  set: () => undefined,
  rename: () => undefined,
  event: () => undefined,
  fail: () => undefined,
});

/** Does work as a span of the current trace. Untraced, it costs one look at the current call. */
export function span<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>, kind: SpanKind = "internal"): Promise<T> {
  const call = currentCall();
  if (call.trace === null) return work(NO_SPAN);
  return withinSpan(call.trace.start(name, attributes, kind), work);
}

/** Tells more of the current span; `content` (texts of questions and memories) only where a setting lets traces keep it. */
export function annotate(attributes: Attributes, content: Attributes = {}): void {
  const { trace } = currentCall();
  if (trace === null || !trace.span.isRecording) return;
  trace.span.set(trace.keepsContent ? { ...attributes, ...content } : attributes);
}

/** Does work as a span that has begun, and ends it with the work. */
export async function withinSpan<T>(open: OpenSpan, work: (span: Span) => Promise<T>, call = currentCall()): Promise<T> {
  try {
    return await withinCall({ ...call, trace: open.scope }, () => work(open));
  } catch (error) {
    open.fail(kindOf(error));
    throw error;
  } finally {
    open.end();
  }
}

/** An error's code, or else its class. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : error.name;
}
