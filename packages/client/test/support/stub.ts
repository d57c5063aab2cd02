// A server that answers what a test says and keeps what it was sent.
// In: replies, in their order; the last one repeats. Out: its address and the requests.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface StubReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
  /** Milliseconds before the answer. */
  readonly after?: number;
  /** The connection breaks in place of an answer. */
  readonly breaks?: boolean;
}

export interface StubRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies freely, and fails when they differ.
  readonly body: any;
}

export interface Stub {
  readonly url: string;
  readonly requests: StubRequest[];
  /** What is answered from now on. */
  answer(...replies: readonly StubReply[]): void;
  close(): Promise<void>;
}

export async function openStub(): Promise<Stub> {
  let replies: readonly StubReply[] = [{}];
  const requests: StubRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", async () => {
      const text = Buffer.concat(parts).toString("utf8");
      const isJson = request.headers["content-type"] === "application/json";
      requests.push({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      });
      const [reply = {}, ...rest] = replies;
      if (rest.length > 0) replies = rest;
      if (reply.after) await new Promise((resolve) => setTimeout(resolve, reply.after));
      if (reply.breaks) return response.destroy();
      const isText = typeof reply.body === "string";
      response.writeHead(reply.status ?? 200, { "content-type": isText ? "text/plain" : "application/json", ...reply.headers });
      response.end(isText ? reply.body : JSON.stringify(reply.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(...next) {
      replies = next;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
