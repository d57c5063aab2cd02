// A bridge: messages of a local client, with the memory in a server that runs already.
// In: a transport of the client. Out: what it says to the server over HTTP, and the answers to it, word for word.

import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
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

/** How long after the end of its stream the last word of an answer may still be read, in ms. */
const READING_MS = 500;

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
  const waiting = new Set<RequestId>();
  const told = new WeakSet<Error>();
  const ends: Ends = {
    onMessage(message) {
      if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined) waiting.delete(message.id);
      void local.send(message);
    },
    onError(error) {
      // What a call came to grief of is told with the call, a moment later.
      setImmediate(() => told.has(error) || options.warn(wordsOf(error)));
    },
    onOver: (id) => fail(id, "the connection broke before the answer was there; whether the call was carried out is not known"),
  };
  let remote = await connected(options, ends);

  /** For the client that waits for this answer, which nobody will send any more. */
  function fail(id: RequestId, words: string): void {
    const text = `The Hindsight server at ${options.url} cannot be reached or refused: ${words}`;
    if (!waiting.delete(id)) return;
    options.warn(text);
    void local.send({ jsonrpc: "2.0", id, error: { code: -32000, message: text } });
  }

  async function pass(message: JSONRPCMessage): Promise<void> {
    if (isInitializeRequest(message)) first = message;
    try {
      await remote.send(message);
    } catch (error) {
      if (!isForgotten(error) || first === null || message === first) throw error;
      remote = await renewed(options, first, ends);
      await remote.send(message);
    }
  }

  local.onmessage = (message) => {
    if (isJSONRPCRequest(message)) waiting.add(message.id);
    pass(message).catch((error: unknown) => {
      if (error instanceof Error) told.add(error);
      if (isJSONRPCRequest(message)) fail(message.id, wordsOf(error));
      else options.warn(wordsOf(error));
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

interface Ends {
  onMessage(message: JSONRPCMessage): void;
  /** Also of a message that could not be sent. */
  onError(error: Error): void;
  /** The stream of this call's answer is over, whatever was in it. */
  onOver(id: RequestId): void;
}

async function connected({ url, key, bank, warn }: BridgeOptions, { onMessage, onError, onOver }: Ends): Promise<Remote> {
  const address = new URL(`${url.replace(/\/+$/, "")}/mcp/${bank === null ? "" : `${encodeURIComponent(bank)}/`}`);
  const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  const http = new StreamableHTTPClientTransport(address, { requestInit: { headers }, fetch: telling(onOver) });
  const transport = http as Transport;
  transport.onmessage = (message) => {
    // The version that was agreed on goes with each request from now on.
    if (isJSONRPCResultResponse(message) && typeof message.result.protocolVersion === "string")
      http.setProtocolVersion(message.result.protocolVersion);
    onMessage(message);
  };
  transport.onerror = onError;
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

/** The transport says of a stream that broke which error it was, and not whose answer; so the streams are watched on their way to it. */
function telling(onOver: (id: RequestId) => void): typeof fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    const id = typeof init?.body === "string" ? requestIdOf(init.body) : null;
    if (id === null || response.body === null || !response.ok) return response;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const over = (): void => void setTimeout(() => onOver(id), READING_MS).unref();
    response.body.pipeTo(writable).then(over, over);
    return new Response(readable, response);
  };
}

function requestIdOf(body: string): RequestId | null {
  const message: unknown = JSON.parse(body);
  return isJSONRPCRequest(message) ? message.id : null;
}

/** A new session with the client's own first message; its answer is not passed on, since the client has had one. */
async function renewed(options: BridgeOptions, first: JSONRPCMessage, ends: Ends): Promise<Remote> {
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  let isFirst = true;
  const remote = await connected(options, {
    ...ends,
    onMessage(message) {
      if (!isFirst) return ends.onMessage(message);
      isFirst = false;
      isReady();
    },
    onOver(id) {
      isReady(); // a server that broke off here refuses what is sent next
      ends.onOver(id);
    },
  });
  await remote.send(first);
  await ready;
  await remote.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return remote;
}
