// Health: readiness asks the database, liveness asks nothing.
// In: the engine. Out: the endpoints `/health`, `/health/ready`, `/health/live`.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { anything } from "../wire/common.js";
import { ok } from "./replies.js";
import { SERVER_VERSION } from "./version.js";

const Liveness = z.object({ status: z.literal("alive"), version: z.string(), uptime_seconds: z.number() }).openapi("LivenessResponse");

export function healthRoutes(engine: Hindsight): readonly Endpoint[] {
  const readiness = (path: string, operationId: string, summary: string): Endpoint =>
    endpoint({
      operationId,
      method: "get",
      path,
      tag: "Monitoring",
      summary,
      replies: { 200: ok(anything(), "Ready"), 503: { description: "The database does not answer", schema: anything() } },
      async handle() {
        const { status, body } = await readinessOf(engine);
        return status === 200 ? body : Response.json(body, { status, headers: { "Retry-After": "5" } });
      },
    });
  return [
    readiness("/health", "health_endpoint_health_get", "Readiness"),
    readiness("/health/ready", "get_readiness", "Readiness, under another name"),
    endpoint({
      operationId: "get_liveness",
      method: "get",
      path: "/health/live",
      tag: "Monitoring",
      summary: "Liveness",
      replies: { 200: ok(Liveness) },
      handle: async () => liveness(),
    }),
  ];
}

export function liveness(): { readonly status: "alive"; readonly version: string; readonly uptime_seconds: number } {
  return { status: "alive", version: SERVER_VERSION, uptime_seconds: Math.round(process.uptime() * 1000) / 1000 };
}

/** What a readiness probe is answered, by the API and by a worker. */
export async function readinessOf(engine: Hindsight): Promise<{ readonly status: 200 | 503; readonly body: unknown }> {
  try {
    const database = await engine.health();
    const body = {
      status: "healthy",
      database: "connected",
      db_acquire_ms: Math.round(database.acquireMs * 100) / 100,
      db_pool_waiting: database.poolWaiting,
      db_pool_in_use: database.poolInUse,
      db_pool_max: database.poolMax,
      db_pool_idle: database.poolIdle,
    };
    return { status: 200, body };
  } catch (cause) {
    // Not an error of the request: this is the answer that a readiness probe asks for.
    const error = cause instanceof Error ? cause.message : String(cause);
    return { status: 503, body: { status: "unhealthy", database: "unavailable", error } };
  }
}
