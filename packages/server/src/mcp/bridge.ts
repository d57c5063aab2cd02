// A bridge: messages of a local client, with the memory in a server that runs already.
// In: a transport of the client. Out: what it says to the server over HTTP, and the answers to it, word for word.

import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isInitializeRequest, isJSONRPCRequest, isJSONRPCResultResponse, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { RunningStdio } from "./stdio.js";

export interface BridgeOptions {
  /** The server's base address. */
  readonly url: string;
  /** Its key; null where it has none. */
  readonly key: string | null;
  /** The bank that the agent stays in; null lets each call name one. */
  readonly bank: string | null;
  /** Where trouble is told, a line each. */
  readonly warn: (line: string) => void;
}

interface Remote {
  send(message: JSONRPCMessage): Promise<void>;
  close(): Promise<void>;
}

/** Passes messages on in both directions. A server that has forgotten the session (a restart) gets a new one, unseen. */
export async function bridge(local: Transport, options: BridgeOptions): Promise<RunningStdio> {
  let hasEnded = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    hasEnded = resolve;
  });
  let first: JSONRPCMessage | null = null;
  let remote = await connected(options, (message) => void local.send(message));

  async function pass(message: JSONRPCMessage): Promise<void> {
    if (isInitializeRequest(message)) first = message;
    try {
      await remote.send(message);
    } catch (error) {
      if (!isForgotten(error) || first === null || message === first) throw error;
      remote = await renewed(options, first, (answer) => void local.send(answer));
      await remote.send(message);
    }
  }

  local.onmessage = (message) => {
    pass(message).catch((error: unknown) => {
      const text = `The Hindsight server at ${options.url} cannot be reached or refused: ${wordsOf(error)}`;
      options.warn(text);
      if (isJSONRPCRequest(message)) void local.send({ jsonrpc: "2.0", id: message.id, error: { code: -32000, message: text } });
    });
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= Promise.all([remote.close(), local.close()]).then(hasEnded);
    return closing;
  };
  await local.start();
  return { ended, close };
}

/** What fetch says of itself ("fetch failed") tells nothing; its cause does. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${"code" in error.cause ? String(error.cause.code) : error.cause.message})` : "";
  return `${error.message}${cause}`;
}

const isForgotten = (error: unknown): boolean => error instanceof StreamableHTTPError && error.code === 404;

async function connected({ url, key, bank, warn }: BridgeOptions, onMessage: (message: JSONRPCMessage) => void): Promise<Remote> {
  const address = new URL(`${url.replace(/\/+$/, "")}/mcp/${bank === null ? "" : `${encodeURIComponent(bank)}/`}`);
  const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  const http = new StreamableHTTPClientTransport(address, { requestInit: { headers } });
  const transport = http as Transport;
  transport.onmessage = (message) => {
    // The version that was agreed on goes with each request from now on.
    if (isJSONRPCResultResponse(message) && typeof message.result.protocolVersion === "string")
      http.setProtocolVersion(message.result.protocolVersion);
    onMessage(message);
  };
  transport.onerror = (error) => warn(error.message);
  await transport.start();
  return {
    send: (message) => http.send(message),
    async close() {
      // A server that is gone has no session left to end.
      await http.terminateSession().catch((error: unknown) => warn(String(error)));
      await http.close();
    },
  };
}

/** A new session with the client's own first message; its answer is not passed on, since the client has had one. */
async function renewed(options: BridgeOptions, first: JSONRPCMessage, onMessage: (message: JSONRPCMessage) => void): Promise<Remote> {
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  let isFirst = true;
  const remote = await connected(options, (message) => {
    if (!isFirst) return onMessage(message);
    isFirst = false;
    isReady();
  });
  await remote.send(first);
  await ready;
  await remote.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return remote;
}
