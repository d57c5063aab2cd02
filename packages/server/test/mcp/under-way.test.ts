// Calls under way: each request over HTTP ends, whatever becomes of its call.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport as Transport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { PingRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { underWay } from "../../src/mcp/under-way.js";

const call = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
const cancel = (id: number) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });

/** Until what was posted has reached the server. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A server whose calls answer when they are let, over a transport of one request after another. */
async function slow(enableJsonResponse: boolean) {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const transport = new Transport({ sessionIdGenerator: () => "s", enableJsonResponse });
  const server = new Server({ name: "slow", version: "1" }, { capabilities: {} });
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  server.setRequestHandler(PingRequestSchema, async () => {
    await held;
    return {};
  });
  const calls = underWay(transport);
  const post = (body: unknown): Promise<Response> => {
    const headers = { accept: "application/json, text/event-stream", "content-type": "application/json", "mcp-session-id": "s" };
    return transport.handleRequest(new Request("http://localhost/", { method: "POST", headers }), { parsedBody: body });
  };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  await (await post({ jsonrpc: "2.0", id: 0, method: "initialize", params })).text();
  return { calls, post, server, letGo: () => letGo() };
}

test.each([
  ["JSON", true],
  ["an event stream", false],
])("over %s a cancelled call ends its request, and one of the same batch is still answered", async (_, isJson) => {
  const { post, letGo } = await slow(isJson);
  const alone = post(call(1)).then((reply) => reply.text());
  const both = post([call(2), call(3)]).then((reply) => reply.text());
  await heard();
  await post(cancel(1));
  expect(await alone).toContain('"message":"The call was cancelled."');
  await post(cancel(2));
  letGo();
  expect(await both).toMatch(/"id":2,"error"[\s\S]*"id":3|"id":3[\s\S]*"id":2,"error"/);
});

test.each([
  ["JSON", true],
  ["an event stream", false],
])("over %s the end of the session ends what is under way", async (_, isJson) => {
  const { post, server } = await slow(isJson);
  const reply = post(call(1)).then((each) => each.text());
  await heard();
  await server.close();
  expect(await reply).toContain("whether the call was carried out is not known");
});

test("an id is taken while its call is under way, and in a batch it stands once", async () => {
  const { calls, post, letGo } = await slow(true);
  expect(calls.conflict(call(1))).toBeNull();
  const reply = post(call(1));
  await heard();
  expect(calls.conflict(call(1))).toContain("still under way");
  expect(calls.conflict([call(2), call(1)])).toContain("still under way");
  expect(calls.conflict([call(2), call(2)])).toContain("same id");
  expect(calls.conflict([call(2), cancel(2), cancel(2)])).toBeNull();
  letGo();
  await reply;
  expect(calls.conflict(call(1))).toBeNull();
});
