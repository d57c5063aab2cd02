// The adapters' own fetch behind a proxy: a real one, that opens tunnels.

import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createAdapter } from "../../../src/providers/llm/adapters/index.js";
import { modelTestServer } from "../model-server.js";
import { callOf, GOOD } from "./wires.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function tunnels(): Promise<{ readonly url: string; readonly opened: readonly string[] }> {
  const opened: string[] = [];
  const proxy: Server = createServer();
  proxy.on("connect", (request, socket) => {
    opened.push(request.url ?? "");
    const [host, port] = (request.url ?? "").split(":");
    const far = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      far.pipe(socket).pipe(far);
    });
    far.on("error", () => socket.destroy());
    socket.on("error", () => far.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, opened };
}

test("calls go through the proxy of the environment", async () => {
  const proxy = await tunnels();
  const server = await modelTestServer(() => ({ json: GOOD.chat }));
  closing.push(() => server.close());
  vi.stubEnv("HTTP_PROXY", proxy.url);
  vi.stubEnv("NO_PROXY", "");
  const spec = { provider: "openai", model: "m", apiKey: "", headers: {}, extraBody: {}, reasoningEffort: "", options: {} };
  const adapter = await createAdapter({ ...spec, baseUrl: `${server.url}/v1` });
  expect((await adapter.call(callOf())).text).toBe("Good day.");
  expect(proxy.opened).toEqual([new URL(server.url).host]);
});
