// While the engine opens: the socket is there, the answers are not yet.
// In: early requests. Out: `alive` for liveness, 503 with a hint for everything else.

import type { RequestListener } from "node:http";
import { SERVER_VERSION } from "../routes/version.js";

export const starting: RequestListener = (request, response) => {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { "Content-Type": "application/json", "Retry-After": "1" }).end(JSON.stringify(body));
  };
  if (path.endsWith("/health/live")) send(200, { status: "alive", version: SERVER_VERSION, uptime_seconds: process.uptime() });
  else if (/\/health(\/ready)?$/.test(path)) send(503, { status: "unhealthy", reason: "not_initialized" });
  else send(503, { detail: "The server is starting; try again shortly." });
};
