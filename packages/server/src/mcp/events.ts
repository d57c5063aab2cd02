// Event streams of the older protocol: the client listens on one address and posts its messages to another, of the same bank.
// In: a GET that stays open, and posts. Out: a stream whose first event names the address for posts.

import { randomUUID } from "node:crypto";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import type { HttpContext } from "../http/types.js";
import { offerOf } from "./offer.js";
import { refusal, unreadable } from "./replies.js";
import { carrying } from "./request.js";
import { connection } from "./server.js";
import type { Session } from "./sessions.js";
import type { Incoming, Mcp } from "./stream.js";

/** Proxies cut what is silent for a minute or so. */
const KEEP_ALIVE_MS = 15_000;

/** Answers that wait for a client to read them, in bytes; the stream of one that has fallen so far behind is ended. */
const MOST_UNREAD = 32 * 1_048_576;

interface EventSession extends Session {
  readonly transport: Transport;
}

interface EventTransport extends Transport {
  readonly stream: ReadableStream<Uint8Array>;
}

/** The SDK's own transport of this kind writes to Node's response; this one is a stream, as everything else here is. */
export function eventTransport(id: string, endpoint: string, mostUnread = MOST_UNREAD): EventTransport {
  const encoder = new TextEncoder();
  let sink: ReadableStreamDefaultController<Uint8Array> | null = null;
  const write = (text: string): void => {
    if (sink === null) return;
    if ((sink.desiredSize ?? 0) > 0) {
      sink.enqueue(encoder.encode(text));
      return;
    }
    sink.error(new Error("The client does not read its event stream; it may open another.")); // lets go of what waits
    sink = null;
    void transport.close();
  };
  const keepAlive = setInterval(() => write(": still here\n\n"), KEEP_ALIVE_MS);
  keepAlive.unref();
  const transport: EventTransport = {
    sessionId: id,
    stream: new ReadableStream<Uint8Array>(
      {
        start(controller) {
          sink = controller;
          write(`event: endpoint\ndata: ${endpoint}\n\n`);
        },
        async cancel() {
          sink = null;
          await transport.close();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostUnread }),
    ),
    start: async () => undefined,
    async send(message) {
      if (sink === null) throw new Error("Nobody listens to this event stream any more.");
      write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    },
    async close() {
      clearInterval(keepAlive);
      sink?.close();
      sink = null;
      transport.onclose?.();
    },
  };
  return transport;
}

export async function eventStream(mcp: Mcp, context: HttpContext, { pathBank, request }: Omit<Incoming, "body">): Promise<Response> {
  const made = connection(offerOf(mcp.engine, mcp.parts, pathBank));
  const id = randomUUID();
  const transport = eventTransport(id, `${messagesBeside(context)}?sessionId=${id}`);
  const { subject } = request.caller;
  const session: EventSession = {
    id,
    kind: "events",
    connection: made,
    transport,
    pathBank,
    subject,
    headerBank: request.headerBank,
    // Without its stream such a session is of no use; answers of running calls still go out before.
    endListening: () => undefined,
  };
  made.server.onclose = () => mcp.sessions.forget(id);
  await made.server.connect(transport);
  mcp.sessions.add(session);
  mcp.sessions.listening(session);
  context.req.raw.signal.addEventListener("abort", () => void made.server.close(), { once: true });
  return new Response(transport.stream, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no" },
  });
}

/** `…/sse` as the caller wrote it, base path and encoding of the bank included, with `messages` in the place of its last word. */
function messagesBeside(context: HttpContext): string {
  const target = context.env?.incoming?.url ?? new URL(context.req.url).pathname;
  const path = (target.split(/[?#]/, 1)[0] ?? "").replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
  return path.replace(/sse\/?$/, "messages");
}

export async function postedMessage(mcp: Mcp, context: HttpContext, { pathBank, request, body }: Incoming): Promise<Response> {
  const id = new URL(context.req.url, "http://localhost").searchParams.get("sessionId") ?? "";
  const subject = request.caller.subject;
  const session = mcp.sessions.find(id, { kind: "events", pathBank, subject }) as EventSession | null;
  if (session === null) return refusal(404, "Session not found; open the event stream again.");
  const message = JSONRPCMessageSchema.safeParse(body);
  if (!message.success) return unreadable("no message of JSON-RPC");
  const own = { ...request, headerBank: request.headerBank ?? session.headerBank };
  session.transport.onmessage?.(message.data as JSONRPCMessage, { authInfo: carrying(own) });
  return new Response("Accepted", { status: 202 });
}
