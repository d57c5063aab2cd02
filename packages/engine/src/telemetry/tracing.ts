// Tracing: whether spans are made, and where the first one of a call begins.
// In: settings. Out: a Tracing; the packages of OpenTelemetry are loaded only when traces are wanted.

import type { Logger } from "pino";
import type { Settings } from "../config/index.js";
import type { Attributes, OpenSpan, SpanKind, TraceHeaders } from "./span.js";

export interface NewTrace {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** The caller's place in its own trace, of which this becomes a part; null begins a new one. */
  readonly parent: Partial<TraceHeaders> | null;
  /** Whether the parent is named as a link too, since this work is not waited for by it. */
  readonly isLinked?: boolean;
}

export interface Tracing {
  /** The first span of a call in this process; null where nothing is traced. */
  begin(trace: NewTrace): OpenSpan | null;
  /** Sends what is left, and ends. */
  close(): Promise<void>;
}

export const NO_TRACING: Tracing = Object.freeze({ begin: () => null, close: async () => undefined });

export type TracingSettings = Pick<
  Settings,
  | "otelTracesEnabled"
  | "otelEndpoint"
  | "otelHeaders"
  | "otelServiceName"
  | "otelDeploymentEnvironment"
  | "otelCaptureContent"
  | "otelSdkDisabled"
  | "otelStandardServiceName"
  | "otelResourceAttributes"
  | "otlpEndpoint"
  | "otlpTracesEndpoint"
  | "otlpHeaders"
  | "otlpTracesHeaders"
  | "otlpProtocol"
  | "otlpTracesProtocol"
>;

export interface TracingParts {
  readonly settings: TracingSettings;
  readonly log: Pick<Logger, "info" | "warn">;
  /** `hindsight-api` or `hindsight-worker`, where no setting names it. */
  readonly service: string;
  /** Told of spans that could not be sent. */
  readonly onLost: (spans: number) => void;
}

/** True where the settings ask for traces: by our flag, or without it by an address in OpenTelemetry's own variables. */
export function wantsTraces(settings: TracingSettings): boolean {
  if (settings.otelSdkDisabled) return false;
  return settings.otelTracesEnabled ?? (settings.otlpEndpoint !== "" || settings.otlpTracesEndpoint !== "");
}

export async function openTracing(parts: TracingParts): Promise<Tracing> {
  if (!wantsTraces(parts.settings)) return NO_TRACING;
  return (await import("./otel/index.js")).startTracing(parts);
}
