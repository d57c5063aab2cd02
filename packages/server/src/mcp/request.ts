// The request behind a call: who calls, and which bank the transport names.
// In: HTTP headers and the path, or the options of stdio. Out: one value that travels with each message of the protocol.

import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { Caller } from "../access/index.js";

export interface McpRequest {
  readonly caller: Caller;
  /** What `X-Bank-Id` says; null when it says nothing. Without meaning inside one bank. */
  readonly headerBank: string | null;
  /** For the log, and for the caller who asks what failed. */
  readonly requestId: string;
}

/** The SDK hands `authInfo` along with each message; what is ours rides in its `extra`. */
export function carrying(request: McpRequest): AuthInfo {
  return { token: "", clientId: request.caller.subject ?? "", scopes: [request.caller.access], extra: { request } };
}

/** The request that a message came with; `otherwise` where the transport has none (stdio). */
export function requestBehind(authInfo: AuthInfo | undefined, otherwise: McpRequest | null): McpRequest {
  const request = (authInfo?.extra?.request as McpRequest | undefined) ?? otherwise;
  if (request === null) throw new Error("A message of MCP came without the request that it belongs to.");
  return request;
}
