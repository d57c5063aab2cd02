// HTTP metrics: how many requests, how long, how many now, by route template.
// In: requests. Out: `hindsight_http_*` and `http_server_*` series in the Prometheus text format (contract: ops.md §5).

import type { MiddlewareHandler } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { NO_ROUTE, templateOf } from "../http/route-template.js";
import type { HttpEnv } from "../http/types.js";

/** Bucket bounds C of the contract, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Those of the second family: the contract has the exporter's for HTTP, which are OpenTelemetry's advice. */
const SERVER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** Methods of HTTP itself; a parser knows some forty more, which no route has. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export interface HttpMetrics {
  readonly middleware: MiddlewareHandler<HttpEnv>;
  text(): Promise<string>;
}

export interface HttpMetricsOptions {
  readonly includeTenant: boolean;
  /** Put on every series, as the engine does. */
  readonly scopeLabels: Readonly<Record<string, string>>;
}

export function httpMetrics({ includeTenant, scopeLabels }: HttpMetricsOptions): HttpMetrics {
  const registry = new Registry();
  registry.setDefaultLabels(scopeLabels);
  const registers = [registry];
  const labelNames = ["method", "endpoint", "status_code", "status_class", ...(includeTenant ? ["tenant"] : [])];
  const duration = new Histogram({
    name: "hindsight_http_duration_seconds",
    help: "Time to answer a request.",
    labelNames,
    buckets: SECONDS,
    registers,
  });
  const total = new Counter({ name: "hindsight_http_requests_total", help: "Requests answered.", labelNames, registers });
  const running = new Gauge({
    name: "hindsight_http_requests_in_progress_requests",
    help: "Requests being answered.",
    labelNames: ["method", "endpoint"],
    registers,
  });
  const served = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "Time to answer a request, by OpenTelemetry's names.",
    labelNames: ["http_request_method", "http_route", "http_response_status_code", "error_type", "network_protocol_version", "url_scheme"],
    buckets: SERVER_SECONDS,
    registers,
  });
  const active = new Gauge({
    name: "http_server_active_requests",
    help: "Requests being answered, by OpenTelemetry's names.",
    labelNames: ["http_request_method", "url_scheme"],
    registers,
  });

  return {
    async middleware(context, next) {
      const { method: sent } = context.req;
      const method = METHODS.has(sent) ? sent : "OTHER";
      const scheme = context.req.url.startsWith("https:") ? "https" : "http";
      const begun = { method, endpoint: templateOf(context) };
      const inFlight = { http_request_method: method, url_scheme: scheme };
      running.inc(begun);
      active.inc(inFlight);
      const started = performance.now();
      try {
        await next();
      } finally {
        running.dec(begun);
        active.dec(inFlight);
        const { status } = context.res;
        const seconds = (performance.now() - started) / 1000;
        const endpoint = context.get("route") ?? begun.endpoint;
        const labels = {
          method,
          endpoint,
          status_code: String(status),
          status_class: `${Math.floor(status / 100)}xx`,
          ...(includeTenant && { tenant: context.get("caller")?.tenant ?? "" }),
        };
        duration.observe(labels, seconds);
        total.inc(labels);
        served.observe(
          {
            ...inFlight,
            http_route: endpoint === NO_ROUTE ? "" : endpoint,
            http_response_status_code: String(status),
            error_type: status >= 500 ? String(status) : "",
            network_protocol_version: context.env?.incoming?.httpVersion ?? "",
          },
          seconds,
        );
      }
    },
    text: () => registry.metrics(),
  };
}
