// Streamable HTTP: the SDK's transport, within sessions or for one request each.
// In: a request that was let in, its message read. Out: the transport's response.

import { randomUUID } from "node:crypto";
import type { Hindsight } from "@hindsight-memory/engine";
import { WebStandardStreamableHTTPServerTransport as Transport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { HttpContext, HttpParts } from "../http/types.js";
import { offerOf } from "./offer.js";
import { refusal, unusable } from "./replies.js";
import { carrying, type McpRequest } from "./request.js";
import { connection } from "./server.js";
import type { Session, Sessions } from "./sessions.js";
import { type UnderWay, underWay } from "./under-way.js";

export interface Mcp {
  readonly engine: Hindsight;
  readonly parts: HttpParts;
  readonly sessions: Sessions;
}

export interface Incoming {
  readonly pathBank: string | null;
  readonly request: McpRequest;
  /** The message, or messages; undefined where the method has none. */
  readonly body: unknown;
}

interface StreamSession extends Session {
  readonly transport: Transport;
  readonly calls: UnderWay;
}

/** A client that names no stream in `Accept` gets plain JSON; what it left out is no reason to refuse it. */
const takesStreams = (context: HttpContext): boolean => /text\/event-stream/i.test(context.req.header("accept") ?? "");

export async function answerStream(mcp: Mcp, context: HttpContext, incoming: Incoming): Promise<Response> {
  const { pathBank, request } = incoming;
  const id = context.req.header("mcp-session-id");
  if (id === undefined) {
    if (!isInitializeRequest(incoming.body)) return refusal(400, "Mcp-Session-Id header required: initialize comes first.");
    const session = await begun(mcp, incoming, takesStreams(context));
    return handled(session, context, incoming);
  }
  const subject = request.caller.subject;
  const session = mcp.sessions.find(id, { kind: "stream", pathBank, subject }) as StreamSession | null;
  // 404 tells a client of the protocol to begin anew.
  if (session === null) return refusal(404, "Session not found; initialize again.");
  const own = { ...incoming, request: { ...request, headerBank: request.headerBank ?? session.headerBank } };
  if (context.req.method !== "GET") return handled(session, context, own);
  const over = mcp.sessions.listening(session);
  context.req.raw.signal.addEventListener("abort", over, { once: true });
  const response = await handled(session, context, own);
  if (!response.ok) over();
  return response;
}

async function begun(mcp: Mcp, { pathBank, request }: Incoming, isStream: boolean): Promise<StreamSession> {
  const made = connection(offerOf(mcp.engine, mcp.parts, pathBank));
  const id = randomUUID();
  const transport = new Transport({ sessionIdGenerator: () => id, enableJsonResponse: !isStream });
  made.server.onclose = () => mcp.sessions.forget(id);
  await made.server.connect(transport as Parameters<typeof made.server.connect>[0]);
  const session: StreamSession = {
    id,
    kind: "stream",
    connection: made,
    transport,
    calls: underWay(transport),
    pathBank,
    subject: request.caller.subject,
    headerBank: request.headerBank,
    endListening: () => transport.closeStandaloneSSEStream(),
  };
  mcp.sessions.add(session);
  return session;
}

/** A server of its own for one request, which ends with the answer, or when nobody waits for it any more. */
export async function answerStateless(mcp: Mcp, context: HttpContext, incoming: Incoming): Promise<Response> {
  const { server } = connection(offerOf(mcp.engine, mcp.parts, incoming.pathBank));
  const isStream = takesStreams(context);
  const transport = new Transport({ enableJsonResponse: !isStream });
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  const end = (): void => void server.close();
  context.req.raw.signal.addEventListener("abort", end, { once: true });
  const response = await handled({ transport, calls: underWay(transport) }, context, incoming);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream") && response.body !== null) return new Response(ending(response.body, end), response);
  // What has no stream is whole by now: notifications are handed over, and JSON waited for its answers.
  end();
  return response;
}

/** The same bytes; `end` is called after the last. */
function ending(body: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  return body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ flush: end }));
}

type Connected = Pick<StreamSession, "transport" | "calls">;

async function handled({ transport, calls }: Connected, context: HttpContext, { request, body }: Incoming): Promise<Response> {
  const conflict = calls.conflict(body);
  if (conflict !== null) return unusable(conflict);
  const headers = new Headers(context.req.raw.headers);
  headers.set("accept", "application/json, text/event-stream");
  headers.set("content-type", "application/json");
  // The body was read already, and its type looked at; the transport looks at method and headers alone.
  const sent = new Request(new URL(context.req.path, "http://localhost"), { method: context.req.method, headers });
  return transport.handleRequest(sent, { authInfo: carrying(request), ...(body === undefined ? {} : { parsedBody: body }) });
}
