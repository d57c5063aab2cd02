// Replies of the transport itself: what is no answer of the protocol.
// In: a status and a text, or an error. Out: `{"error": …}`, as the contract has it for MCP, or an error of JSON-RPC where a client reads one.

import { HindsightError, type HttpContext } from "../http/types.js";
import { headersOf, statusOf } from "../middleware/errors.js";

export function refusal(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error }, { status, headers });
}

/** A message that cannot be read: clients of the protocol look for an error of JSON-RPC. */
export function unreadable(message: string): Response {
  return rpcError(-32700, `Parse error: ${message}`);
}

/** Messages that can be read and not be answered. */
export function unusable(message: string): Response {
  return rpcError(-32600, `Invalid request: ${message}`);
}

function rpcError(code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status: 400 });
}

export function errorOf(cause: unknown, context: HttpContext): Response {
  context.set("failure", cause);
  if (!(cause instanceof HindsightError) || cause.code === "internal") {
    return refusal(500, `Something failed inside the server; its log has the cause under request id ${context.get("requestId")}.`);
  }
  const status = statusOf(cause);
  const headers = {
    ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    ...(status === 408 && { Connection: "close" }),
    ...headersOf(cause),
  };
  return refusal(status, cause.message, headers);
}
