// Metrics: the engine's and the HTTP layer's, in one exposition.
// In: the engine and the HTTP metrics. Out: the endpoint `/metrics`.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import type { HttpMetrics } from "../middleware/http-metrics.js";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function metricsRoutes(engine: Hindsight, http: HttpMetrics): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "metrics_endpoint_metrics_get",
      method: "get",
      path: "/metrics",
      tag: "Monitoring",
      summary: "Metrics in the Prometheus text format",
      replies: { 200: { description: "The metrics", schema: z.string(), contentType: "text/plain" } },
      async handle() {
        const parts = await Promise.all([engine.metrics(), http.text()]);
        return new Response(`${parts.map((text) => text.trimEnd()).join("\n")}\n`, { headers: { "Content-Type": METRICS_TYPE } });
      },
    }),
  ];
}
