// What the stand-ins of local model servers share: a socket, what was asked, and how long a text is.
// In: how one server answers. Out: its address and the calls, in the form that scripts and helpers of stories read.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";

export type Script = (call: LlmCall) => LlmReply;

export interface WireMessage {
  readonly role: string;
  readonly content: string;
}

export interface ModelStub {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Calls that a model was to answer, refused ones too. */
  readonly calls: readonly LlmCall[];
  /** What every request was for, in order. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  /** Pieces of a stream, each with what stands between them; in place of `body`. */
  readonly stream?: { readonly contentType: string; readonly pieces: readonly string[] };
}

/** `answer` gets each POST to `modelPath`; `other` everything else. */
export async function serveStub(
  modelPath: RegExp,
  answer: (call: LlmCall) => Answered,
  other: (path: string) => Answered,
): Promise<ModelStub> {
  const calls: LlmCall[] = [];
  const paths: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const path = request.url ?? "";
      paths.push(path);
      const isCall = request.method === "POST" && modelPath.test(path);
      const call = callOf(calls.length, path, request.headers, Buffer.concat(parts).toString("utf8"));
      if (isCall) calls.push(call);
      const { status, body, stream } = isCall ? answer(call) : other(path);
      response.writeHead(status, { "content-type": stream?.contentType ?? (typeof body === "string" ? "text/plain" : "application/json") });
      for (const piece of stream?.pieces ?? []) response.write(piece);
      response.end(stream === undefined ? (typeof body === "string" ? body : JSON.stringify(body)) : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    paths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function callOf(index: number, path: string, headers: LlmCall["headers"], text: string): LlmCall {
  const body = JSON.parse(text === "" ? "{}" : text) as LlmCall["body"];
  const messages = messagesOf(body);
  const user = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return { index, path, headers, body, system: system.join("\n"), user, content: user.split("\nContent:\n")[1] ?? "" };
}

export const messagesOf = (body: LlmCall["body"]): readonly WireMessage[] =>
  ((body.messages ?? []) as readonly { readonly role: string; readonly content: unknown }[]).map(({ role, content }) => ({
    role,
    content: typeof content === "string" ? content : JSON.stringify(content ?? ""),
  }));

/** About as many as a tokenizer makes of English. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Of messages and tools. */
export const promptTokens = (body: LlmCall["body"]): number => tokensOf(JSON.stringify([body.messages ?? [], body.tools ?? []]));

/** Text and calls of a scripted reply; null for one that is to be a failure. */
export function saidBy(reply: LlmReply) {
  if ("status" in reply) return null;
  const text = "json" in reply ? JSON.stringify(reply.json) : "text" in reply ? (reply.text ?? "") : "";
  const isCut = "finishReason" in reply && reply.finishReason === "length";
  return { text, calls: "toolCalls" in reply ? reply.toolCalls : [], isCut };
}
