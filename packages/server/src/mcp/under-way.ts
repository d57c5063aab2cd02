// Calls under way on a connection: whoever waits for one over HTTP gets an end, also of what was cancelled or cut off.
// In: the SDK's transport, after a server was connected to it. Out: the same transport, and which ids of calls are taken.
// The protocol sends no answer to what was cancelled; over HTTP that would leave the request open for as long as the connection lasts.

import type { WebStandardStreamableHTTPServerTransport as Transport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CancelledNotificationSchema,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";

/** The code of the language server protocol for a request that was cancelled; this protocol names none. */
const CANCELLED = -32_800;

export interface UnderWay {
  /** What is wrong with the ids of a message or batch, or null. Two calls of one id would share one answer, and the other would never come. */
  conflict(body: unknown): string | null;
}

/** Watches a connected transport: a cancelled call is answered as such, and when the connection ends so is each that was not answered. */
export function underWay(transport: Transport): UnderWay {
  const open = new Set<RequestId>();
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  const close = transport.close.bind(transport);

  async function end(id: RequestId, message: string): Promise<void> {
    if (!open.delete(id)) return;
    try {
      await send({ jsonrpc: "2.0", id, error: { code: CANCELLED, message } });
    } catch (error) {
      // Who asked has hung up already.
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  transport.onmessage = (message: JSONRPCMessage, extra) => {
    if (isJSONRPCRequest(message)) open.add(message.id);
    onmessage?.(message, extra);
    const cancelled = CancelledNotificationSchema.safeParse(message);
    const id = cancelled.success ? cancelled.data.params.requestId : undefined;
    if (id !== undefined) void end(id, "The call was cancelled.");
  };
  transport.send = async (message, options) => {
    // One that was answered as cancelled has no second answer.
    if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined && !open.delete(message.id))
      return;
    await send(message, options);
  };
  transport.close = async () => {
    for (const id of [...open])
      await end(id, "The session ended before the answer was ready; whether the call was carried out is not known.");
    await close();
  };

  return {
    conflict(body) {
      const ids = idsIn(body);
      if (new Set(ids).size < ids.length) return "two calls of one batch have the same id";
      return ids.some((id) => open.has(id)) ? "a call with this id is still under way in this session" : null;
    },
  };
}

function idsIn(body: unknown): readonly RequestId[] {
  return (Array.isArray(body) ? body : [body]).filter(isJSONRPCRequest).map(({ id }) => id);
}
