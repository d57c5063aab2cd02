// A real HTTP server for tests of remote providers: answers what the test scripts, and remembers what it was asked.
// In: a script from request to reply. Out: its address and the requests so far.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a request in a test, read field by field
  readonly body: any;
}

export type Reply =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly json: unknown }
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly text: string }
  /** Never answers. */
  | "hang"
  /** Breaks the connection. */
  | "break";

export interface ModelTestServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Resolves when so many requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function modelTestServer(script: (asked: Asked, nth: number) => Reply): Promise<ModelTestServer> {
  const asked: Asked[] = [];
  let wake: () => void = () => undefined;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const one: Asked = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    asked.push(one);
    wake();
    const reply = script(one, asked.length);
    if (reply === "hang") return;
    if (reply === "break") return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
    response.end("json" in reply ? JSON.stringify(reply.json) : reply.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async arrived(count) {
      while (asked.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
