import { type Context, SpanKind as Kind, type Link, type Span as OtelSpan, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { W3CTraceContextPropagator } from "@opentelemetry/core";
import type { Attribute, Attributes, OpenSpan, Span, SpanKind, TraceScope } from "../span.js";

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};

export type MakeSpan = (around: Context, name: string, attributes: Attributes, kind: SpanKind, links?: Link[]) => OpenSpan;

/** Makes spans of a tracer in our own shape. */
export function spanMaker(tracer: Tracer, propagator: W3CTraceContextPropagator, keepsContent: boolean): MakeSpan {
  const make: MakeSpan = (around, name, attributes, kind, links = []) => {
    const own = tracer.startSpan(name, { kind: KINDS[kind], attributes: present(attributes), links }, around);
    const inside = trace.setSpan(around, own);
    const controls = controlsOf(own);
    return { ...controls, scope: scopeOf(own, controls, inside) };
  };

  function scopeOf(own: OtelSpan, controls: Span, inside: Context): TraceScope {
    const { traceId, spanId } = own.spanContext();
    return {
      ids: { traceId, spanId },
      span: controls,
      keepsContent,
      headers() {
        const headers: { traceparent: string; tracestate?: string } = { traceparent: "" };
        propagator.inject(inside, headers, { set: (carrier, key, value) => Object.assign(carrier, { [key]: value }) });
        return headers;
      },
      start: (name, attributes, kind) => make(inside, name, attributes, kind),
    };
  }

  return make;
}

function controlsOf(own: OtelSpan): Omit<OpenSpan, "scope"> {
  return {
    isRecording: own.isRecording(),
    set: (attributes) => void own.setAttributes(present(attributes)),
    rename: (name) => void own.updateName(name),
    event: (name, attributes) => void own.addEvent(name, present(attributes)),
    fail(kind) {
      own.setAttribute("error.type", kind);
      own.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => own.end(),
  };
}

function present(attributes: Attributes): Record<string, Exclude<Attribute, readonly string[]> | string[]> {
  const known = Object.entries(attributes).filter((entry): entry is [string, Attribute] => entry[1] !== null && entry[1] !== undefined);
  return Object.fromEntries(known.map(([key, value]) => [key, Array.isArray(value) ? [...value] : (value as string | number | boolean)]));
}
