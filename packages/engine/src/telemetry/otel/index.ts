// otel: spans as OpenTelemetry's SDK makes them, sent over HTTP in batches.
// In: settings. Out: a Tracing of its own: nothing is registered for the process but the headers of outgoing calls (propagate.ts).
// The one folder that imports the SDK; it is loaded when traces are wanted.

import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { context, type Link, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { TraceHeaders } from "../span.js";
import type { Tracing, TracingParts } from "../tracing.js";
import { createExporter } from "./exporter.js";
import { propagateToCalls } from "./propagate.js";
import { resourceOf } from "./resource.js";
import { spanMaker } from "./spans.js";

const VERSION = (createRequire(import.meta.url)("../../../package.json") as { readonly version: string }).version;

/** How long an end waits for a collector to take what is left, in milliseconds. */
const CLOSE_MS = 5_000;

export async function startTracing(parts: TracingParts): Promise<Tracing> {
  const { settings } = parts;
  const exporter = await createExporter(parts);
  const provider = new BasicTracerProvider({ resource: resourceOf(parts, VERSION), spanProcessors: [new BatchSpanProcessor(exporter)] });
  const propagator = new W3CTraceContextPropagator();
  const make = spanMaker(provider.getTracer("hindsight", VERSION), propagator, settings.otelCaptureContent);
  const stopPropagating = propagateToCalls();
  let closed: Promise<void> | null = null;

  /** The context of a caller elsewhere; without one, that of a program around this engine which traces by itself. */
  function parentContext(parent: Partial<TraceHeaders> | null) {
    return parent?.traceparent === undefined ? context.active() : propagator.extract(ROOT_CONTEXT, parent, HEADERS);
  }

  return {
    begin({ name, kind, attributes, parent, isLinked = false }) {
      const around = parentContext(parent);
      const remote = trace.getSpanContext(around);
      const links: Link[] = isLinked && remote !== undefined ? [{ context: remote }] : [];
      return make(around, name, attributes, kind, links);
    },
    close() {
      stopPropagating();
      closed ??= Promise.race([provider.shutdown(), setTimeout(CLOSE_MS, undefined, { ref: false })]);
      return closed;
    },
  };
}

const HEADERS = {
  keys: (carrier: Partial<TraceHeaders>) => Object.keys(carrier),
  get: (carrier: Partial<TraceHeaders>, key: string) => carrier[key as keyof TraceHeaders],
};
