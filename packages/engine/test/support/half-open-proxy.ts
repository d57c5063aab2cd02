// A TCP proxy that can go deaf: connections stay open and nothing passes any more, as when a network device forgets them.

import { createConnection, createServer, type Server, type Socket } from "node:net";

export interface HalfOpenProxy {
  /** The given URL, through the proxy. */
  readonly url: string;
  /** From now on nothing passes, on old connections and on new ones. */
  goDeaf(): void;
  /** Old connections stay deaf; new ones pass. */
  hearAgain(): void;
  close(): Promise<void>;
}

export async function halfOpenProxy(target: string): Promise<HalfOpenProxy> {
  const { hostname, port } = new URL(target);
  let isDeaf = false;
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = createConnection(Number(port), hostname);
    let deafHere = isDeaf;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => {
        deafHere ||= isDeaf;
        if (!deafHere) to.write(bytes);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(target);
  url.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    url: url.href,
    goDeaf() {
      isDeaf = true;
    },
    hearAgain() {
      isDeaf = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
