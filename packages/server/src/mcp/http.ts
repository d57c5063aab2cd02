// MCP over HTTP: where it is found, and what stands before the protocol.
// In: the app. Out: routes under /mcp (streamable HTTP), and the older event streams under /mcp/{bank_id}/sse and /sse.

import type { Hindsight } from "@hindsight-memory/engine";
import type { Hono } from "hono";
import { isClosed, requireBank } from "../access/index.js";
import { BODY_TIMEOUT_MS, readJson } from "../http/body.js";
import { checkPath } from "../http/target.js";
import type { HttpContext, HttpEnv, HttpParts } from "../http/types.js";
import { callerOf } from "../middleware/authenticated.js";
import { checkOrigin } from "./origin.js";
import { errorOf, refusal, unreadable } from "./replies.js";
import type { McpRequest } from "./request.js";
import { sessions } from "./sessions.js";
import type { Mcp } from "./stream.js";

/** Mounts MCP, and gives the end of its sessions to `closing`. */
export function mountMcp(app: Hono<HttpEnv>, engine: Hindsight, parts: HttpParts): void {
  const { settings, closing, shutdown } = parts.options;
  const kept = sessions({ most: settings.mcpMaxSessions, idleMs: settings.mcpSessionIdleSeconds * 1000 });
  const mcp: Mcp = { engine, parts, sessions: kept };
  for (const signal of [closing ?? shutdown, shutdown]) signal.addEventListener("abort", () => kept.close(), { once: true });

  const takesAnyone = settings.mcpAuthToken === "" && (settings.mcpAuthDisabled || !isClosed(settings));

  type Answer = (context: HttpContext, pathBank: string | null) => Promise<Response>;
  const at = (paths: readonly string[], route: string, answer: Answer): void => {
    for (const path of paths) {
      app.all(path, async (context) => {
        context.set("route", route);
        try {
          checkPath(context.req.path);
          if (takesAnyone) checkOrigin(context, settings);
          return await answer(context, context.req.param("bank_id") ?? null);
        } catch (cause) {
          return errorOf(cause, context);
        }
      });
    }
  };
  const stream: Answer = (context, bank) => streamable(mcp, context, bank);
  const older: Answer = (context, bank) => listening(mcp, context, bank);
  const messages: Answer = (context, bank) => posted(mcp, context, bank);
  at(["/mcp", "/mcp/"], "/mcp", stream);
  at(["/mcp/:bank_id", "/mcp/:bank_id/"], "/mcp/{bank_id}", stream);
  at(["/sse", "/sse/"], "/sse", older);
  at(["/messages", "/messages/"], "/messages", messages);
  at(["/mcp/:bank_id/sse", "/mcp/:bank_id/sse/"], "/mcp/{bank_id}/sse", older);
  at(["/mcp/:bank_id/messages", "/mcp/:bank_id/messages/"], "/mcp/{bank_id}/messages", messages);
  at(["/mcp/*"], "/mcp/{bank_id}/*", async () => refusal(404, "Not Found"));
}

const protocol = () => import("./protocol.js");

/** A connection to a bank that is not the caller's is refused as it opens: a client that got in and then found no tool would not say why. */
function requestOf(context: HttpContext, pathBank: string | null): McpRequest {
  const caller = callerOf(context);
  if (pathBank !== null) requireBank(caller, pathBank, "list_tools");
  const headerBank = context.req.header("x-bank-id")?.trim();
  return {
    caller,
    headerBank: headerBank === undefined || headerBank === "" ? null : headerBank,
    requestId: context.get("requestId"),
  };
}

async function streamable(mcp: Mcp, context: HttpContext, pathBank: string | null): Promise<Response> {
  const { method } = context.req;
  const isStateless = mcp.parts.options.settings.mcpStateless;
  if (method === "GET" && (isStateless || context.req.header("mcp-session-id") === undefined)) return probed(context);
  const request = requestOf(context, pathBank);
  if (method !== "POST") {
    if (isStateless) return refusal(405, "Without sessions there is nothing but POST.", { Allow: "POST" });
    return (await protocol()).answerStream(mcp, context, { pathBank, request, body: undefined });
  }
  const body = await messageIn(mcp, context);
  if (body instanceof Response) return body;
  const { answerStateless, answerStream } = await protocol();
  return (isStateless ? answerStateless : answerStream)(mcp, context, { pathBank, request, body: body.value });
}

/** Some clients look before they initialise, and want a 200. One that has initialised asks for a stream, which needs a session: 405 tells it not to ask again. */
function probed(context: HttpContext): Response {
  if (context.req.header("mcp-protocol-version") === undefined) return context.json({});
  return refusal(405, "There is no stream to listen on without a session.", { Allow: "POST" });
}

async function messageIn(mcp: Mcp, context: HttpContext): Promise<{ readonly value: unknown } | Response> {
  const { settings, bodyTimeoutMs } = mcp.parts.options;
  const maxBytes = settings.maxBodyMb * 1_048_576;
  const remedy = "send less at once, or raise HINDSIGHT_API_MAX_BODY_MB";
  const body = await readJson(context, { maxBytes, remedy, timeoutMs: bodyTimeoutMs ?? BODY_TIMEOUT_MS });
  return body.ok ? body : unreadable(body.problem.msg);
}

async function listening(mcp: Mcp, context: HttpContext, pathBank: string | null): Promise<Response> {
  if (context.req.method !== "GET") return refusal(405, "An event stream is opened with GET.", { Allow: "GET" });
  const request = requestOf(context, pathBank);
  if (mcp.parts.options.settings.mcpStateless) {
    return refusal(405, "This server keeps no sessions, which an event stream needs; use streamable HTTP at /mcp.");
  }
  return (await protocol()).eventStream(mcp, context, { pathBank, request });
}

async function posted(mcp: Mcp, context: HttpContext, pathBank: string | null): Promise<Response> {
  if (context.req.method !== "POST") return refusal(405, "Messages are sent with POST.", { Allow: "POST" });
  const request = requestOf(context, pathBank);
  const body = await messageIn(mcp, context);
  return body instanceof Response ? body : (await protocol()).postedMessage(mcp, context, { pathBank, request, body: body.value });
}
