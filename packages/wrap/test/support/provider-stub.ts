// A provider for wrapper tests: a real HTTP server that speaks OpenAI's chat completions and responses and Anthropic's messages, streamed or in one piece.
// In: what it is to answer. Out: its address, and every request that it got.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  anthropicEvents,
  anthropicMessage,
  chatChunks,
  chatCompletion,
  responseBody,
  responseEvents,
  type Said,
} from "./provider-bodies.js";

/** What is answered to a request: words in parts, tools to call, an HTTP status instead of an answer. */
export interface Reply {
  readonly parts?: readonly string[];
  readonly tools?: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
  /** The older form of a call, of chat completions alone. */
  readonly functionCall?: { readonly name: string; readonly arguments: string };
  readonly status?: number;
  /** Awaited behind the first part of a stream. */
  readonly gate?: Promise<unknown>;
  /** Cuts the connection behind the first part of a stream. */
  readonly breaks?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into requests freely, and fails when they differ.
export type Body = any;

export interface Provider {
  readonly url: string;
  readonly requests: { readonly path: string; readonly body: Body }[];
  /** The last request's body. */
  last(): Body;
  /** What the next requests are answered, in order; "All right." when nothing is left. */
  answer(...replies: readonly Reply[]): void;
  close(): Promise<void>;
}

export async function openProvider(): Promise<Provider> {
  const requests: { path: string; body: Body }[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const body = JSON.parse(text);
      const path = (request.url ?? "").replace(/\?.*$/, "");
      requests.push({ path, body });
      return write(response, path, body, replies.shift() ?? { parts: ["All right."] }, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    last: () => requests.at(-1)?.body,
    answer: (...more) => void replies.push(...more),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

async function write(response: ServerResponse, path: string, body: Body, reply: Reply, number: number): Promise<void> {
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify({ error: { message: "stub" } }));
    return;
  }
  const said: Said = {
    id: `answer-${number}`,
    model: body.model,
    parts: reply.parts ?? [],
    tools: reply.tools ?? [],
    functionCall: reply.functionCall,
  };
  const form = FORMS.find(([ending]) => path.endsWith(ending));
  if (form === undefined) {
    response.writeHead(404).end();
    return;
  }
  if (body.stream !== true) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(form[1](said)));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  let partsSent = 0;
  for (const event of form[2](said)) {
    response.write(event.text);
    if (event.isPart && ++partsSent === 1) {
      await reply.gate;
      if (reply.breaks === true) return void response.destroy();
    }
  }
  response.end();
}

type Event = { readonly text: string; readonly isPart: boolean };
const FORMS: readonly (readonly [string, (said: Said) => object, (said: Said) => readonly Event[]])[] = [
  ["/chat/completions", chatCompletion, chatChunks],
  ["/responses", responseBody, responseEvents],
  ["/messages", anthropicMessage, anthropicEvents],
];
