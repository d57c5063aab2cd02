// HTTP metrics: how many requests, how long, how many now, by route template.
// In: requests. Out: `hindsight_http_*` series in the Prometheus text format (contract: ops.md §5).

import type { MiddlewareHandler } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { HttpEnv } from "../http/types.js";

/** Bucket bounds C of the contract, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const LABELS = ["method", "endpoint", "status_code", "status_class"] as const;

export interface HttpMetrics {
  readonly middleware: MiddlewareHandler<HttpEnv>;
  text(): Promise<string>;
}

export function httpMetrics(): HttpMetrics {
  const registry = new Registry();
  const registers = [registry];
  const duration = new Histogram({
    name: "hindsight_http_duration_seconds",
    help: "Time to answer a request",
    labelNames: LABELS,
    buckets: SECONDS,
    registers,
  });
  const total = new Counter({ name: "hindsight_http_requests_total", help: "Requests answered", labelNames: LABELS, registers });
  const running = new Gauge({ name: "hindsight_http_requests_in_progress_requests", help: "Requests being answered", registers });

  return {
    async middleware(context, next) {
      running.inc();
      const started = performance.now();
      try {
        await next();
      } finally {
        running.dec();
        const status = context.res.status;
        const labels = {
          method: context.req.method,
          endpoint: context.get("route") ?? "unknown",
          status_code: String(status),
          status_class: `${Math.floor(status / 100)}xx`,
        };
        duration.observe(labels, (performance.now() - started) / 1000);
        total.inc(labels);
      }
    },
    text: () => registry.metrics(),
  };
}
