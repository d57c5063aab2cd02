import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";
import { pairsOf } from "../../config/index.js";
import { HindsightError } from "../../errors.js";
import type { TracingParts } from "../tracing.js";

/** How often a collector that cannot be reached is named in the log. */
const WARN_MS = 60_000;
const PROTOCOLS: readonly string[] = ["http/protobuf", "http/json"];
const DEFAULT_ENDPOINT = "http://localhost:4318";

/** An exporter of OTLP over HTTP, in protobuf or JSON. What it cannot send is counted, and named in the log now and then. */
export async function createExporter({ settings, log, onLost }: TracingParts): Promise<SpanExporter> {
  const url = urlOf(settings);
  const headers = { ...pairsOf(settings.otlpHeaders), ...pairsOf(settings.otlpTracesHeaders), ...pairsOf(settings.otelHeaders) };
  const protocol = settings.otlpTracesProtocol === "" ? settings.otlpProtocol : settings.otlpTracesProtocol;
  if (!PROTOCOLS.includes(protocol)) {
    const message = `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}", and traces are sent by ${PROTOCOLS.join(" or ")}, usually to port 4318. Set one of them, or HINDSIGHT_API_OTEL_TRACES_ENABLED=false.`;
    throw new HindsightError("configuration_invalid", message);
  }
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  const exporter = new OTLPTraceExporter({ url, headers });
  log.info({ url: withoutUser(url) }, "traces are sent by OTLP");
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined) {
          onLost(spans.length);
          if (performance.now() - warnedAt > WARN_MS) {
            warnedAt = performance.now();
            log.warn(
              { err: result.error, spans: spans.length },
              "traces could not be sent; HINDSIGHT_API_OTEL_EXPORTER_OTLP_ENDPOINT says where to",
            );
          }
        }
        done({ code: ExportResultCode.SUCCESS }); // the loss is dealt with: the SDK would throw it at whoever closes
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Our address and the standard's base get the path of traces; the standard's address of traces is taken as it is. */
function urlOf({ otelEndpoint, otlpTracesEndpoint, otlpEndpoint }: TracingParts["settings"]): string {
  if (otelEndpoint === "" && otlpTracesEndpoint !== "") return otlpTracesEndpoint;
  const base = [otelEndpoint, otlpEndpoint].find((one) => one !== "") ?? DEFAULT_ENDPOINT;
  return /\/v1\/traces\/?$/.test(base) ? base : `${base.replace(/\/+$/, "")}/v1/traces`;
}

function withoutUser(url: string): string {
  return url.replace(/\/\/[^@/]*@/, "//");
}
