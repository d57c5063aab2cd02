// A receiver of webhooks behind a real socket.
// In: what it answers to each call. Out: its address, and the calls that came, byte for byte.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  /** With the query. */
  readonly path: string;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  close(): void;
}

/** `status` says what the call of that index (from 0) is answered; 200 when absent. */
export async function openReceiver(status: (index: number) => number | Promise<number> = () => 200): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      calls.push({ headers: request.headers, path: request.url ?? "", body: Buffer.concat(chunks).toString("utf8") });
      response.writeHead(await status(calls.length - 1)).end("receiver-says-so");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
