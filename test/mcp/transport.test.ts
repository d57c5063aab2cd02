// MCP over HTTP, byte by byte: addresses, banks, sessions, keys, and how it ends.

import { readFileSync } from "node:fs";
import type { RunningServer } from "@hindsight-memory/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallOptions, type Reply, send } from "../support/server.js";
import { overEvents, overHttp } from "./support/client.js";
import { type Doors, doors } from "./support/doors.js";

/** Of the package that is running; `/version` and the probe tell the same one. */
const ownVersion: string = JSON.parse(readFileSync(new URL("../../packages/server/package.json", import.meta.url), "utf8")).version;

let house: Doors;
let server: RunningServer;
beforeAll(async () => {
  house = await doors();
  server = await house.open();
});
afterAll(() => house.close());

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const BOTH = { accept: "application/json, text/event-stream" };

/** A message of JSON-RPC, from JSON or from an event stream. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into messages freely, and fails when they differ.
function message(reply: Reply): any {
  const data = /^data: (.*)$/m.exec(reply.text)?.[1];
  return JSON.parse(data ?? reply.text);
}

/** Posts a message, and the session's id with it once there is one. */
function post(path: string, body: unknown, headers: CallOptions["headers"] = {}, url = server.url): Promise<Reply> {
  return send(url, "POST", path, body, { headers: { ...BOTH, ...headers } });
}

async function session(path: string, headers: CallOptions["headers"] = {}, url = server.url): Promise<Record<string, string>> {
  const reply = await post(path, INITIALIZE, headers, url);
  expect(reply.status).toBe(200);
  return { "mcp-session-id": String(reply.headers["mcp-session-id"]), ...headers };
}

const calling = (name: string, args = {}) => ({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: args } });
const bankOf = async (path: string, headers: CallOptions["headers"], args = {}): Promise<string> => {
  const text = message(await post(path, calling("get_bank", args), headers)).result.content[0].text;
  return /Bank '(.*)' not found/.exec(JSON.parse(text).error)?.[1] ?? "";
};

describe("addresses", () => {
  test.each(["/mcp", "/mcp/", "/mcp/a", "/mcp/a/", "/mcp/sse", "/mcp/messages/", "/mcp/a%2Fb%20c"])("%s answers", async (path) => {
    const reply = await post(path, INITIALIZE);
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("text/event-stream");
    expect(message(reply).result.serverInfo).toEqual({ name: "hindsight-mcp-server", version: ownVersion });
    expect(message(reply).result.capabilities).toEqual({
      logging: {},
      prompts: { listChanged: true },
      resources: { listChanged: true },
      tools: { listChanged: true },
    });
  });

  test("a look before anything is said gets 200 and {}; a client that has begun without a session is told that there is no stream", async () => {
    for (const path of ["/mcp", "/mcp/", "/mcp/a", "/mcp/a/"]) {
      const bare = await send(server.url, "GET", path);
      expect([bare.status, bare.text]).toEqual([200, "{}"]);
      expect((await send(server.url, "GET", path, undefined, { headers: { accept: "text/event-stream" } })).text).toBe("{}");
      expect((await send(server.url, "GET", path, undefined, { headers: { "mcp-protocol-version": "2025-06-18" } })).status).toBe(405);
    }
  });

  test("what Accept and Content-Type leave out is no reason to refuse; without a word of streams the answer is JSON", async () => {
    for (const accept of ["application/json", "*/*", ""]) {
      const reply = await send(server.url, "POST", "/mcp/", INITIALIZE, { headers: accept === "" ? {} : { accept } });
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json"]);
      expect(reply.body.result.serverInfo.name).toBe("hindsight-mcp-server");
    }
    expect(
      (await send(server.url, "POST", "/mcp/", INITIALIZE, { headers: { ...BOTH, "content-type": "application/vnd.api+json" } })).status,
    ).toBe(200);
  });

  test("what is no message is told so, and other paths and methods are refused", async () => {
    expect(await post("/mcp/", "{")).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    expect(await post("/mcp/", calling("get_bank"))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("Mcp-Session-Id") },
    });
    expect(await post("/mcp/a/b/c", INITIALIZE)).toMatchObject({ status: 404, body: { error: "Not Found" } });
    expect(await post("/mcp/%00/", INITIALIZE)).toMatchObject({ status: 400, body: { error: expect.stringContaining("NUL") } });
    const own = await session("/mcp/");
    expect((await send(server.url, "PUT", "/mcp/", INITIALIZE, { headers: own })).status).toBe(405);
  });

  test("the base path leads there as well", async () => {
    const based = await house.open({ HINDSIGHT_API_BASE_PATH: "/memory" });
    for (const path of ["/memory/mcp/a/", "/mcp/a/", "/memory/mcp"]) expect((await post(path, INITIALIZE, {}, based.url)).status).toBe(200);
    const agent = await overEvents(`${based.url}/memory/mcp/a%20b/sse`);
    expect((await agent.call("get_bank")).value.error).toContain("'a b'");
    await agent.close();
  });
});

describe("which bank", () => {
  test("the path, which nothing overrides; else the argument, the header, the setting", async () => {
    const single = await session("/mcp/of-the-path/", { "x-bank-id": "of-the-header" });
    expect(await bankOf("/mcp/of-the-path/", single, { bank_id: "of-the-argument" })).toBe("of-the-path");
    const multi = await session("/mcp/", { "x-bank-id": "of-the-header" });
    expect(await bankOf("/mcp/", multi)).toBe("of-the-header");
    expect(await bankOf("/mcp/", multi, { bank_id: "of-the-argument" })).toBe("of-the-argument");
    const { "x-bank-id": _, ...later } = multi;
    expect(await bankOf("/mcp/", later)).toBe("of-the-header");
    expect(await bankOf("/mcp/", await session("/mcp/"))).toBe("default");
    const set = await house.open({ HINDSIGHT_MCP_BANK_ID: "of-the-setting" });
    const agent = await overHttp(`${set.url}/mcp`);
    expect((await agent.call("get_bank")).value.error).toContain("'of-the-setting'");
    await agent.close();
  });

  test("banks are listed, made and counted among banks, and each call may name one", async () => {
    const agent = await overHttp(`${server.url}/mcp`, { headers: { "X-Bank-Id": "from-header" } });
    expect((await agent.call("create_bank", { bank_id: "made", name: "Made", mission: "Try." })).value).toEqual({
      bank_id: "made",
      name: "Made",
      disposition: expect.any(Object),
      mission: "Try.",
    });
    await agent.call("sync_retain", { content: "The header chose this bank." });
    await agent.call("sync_retain", { content: "The argument chose this bank.", bank_id: "made" });
    expect((await agent.call("list_banks", { query: "from-header" })).value).toMatchObject({
      total: 1,
      banks: [{ bank_id: "from-header", fact_count: 1 }],
    });
    const stats = (await agent.call("get_bank_stats", { bank_id: "made" })).value;
    expect(stats).toMatchObject({
      bank_id: "made",
      node_counts: { world: 1 },
      total_documents: 1,
      link_breakdown: expect.any(Array),
      total_observations: 0,
    });
    expect((await agent.call("get_bank_stats")).value.bank_id).toBe("from-header");
    expect((await agent.call("create_bank", {})).isError).toBe(true);
    await agent.close();
  });

  test("a bank's list of tools hides and blocks, the server's list holds for all, and an empty one leaves nothing", async () => {
    await house.engine.banks.updateConfig("narrow", { mcp_enabled_tools: ["recall", "retain", "list_banks"] });
    const narrow = await overHttp(`${server.url}/mcp/narrow/`);
    expect(await narrow.toolNames()).toEqual(["retain", "recall"]);
    expect(await narrow.call("get_bank")).toMatchObject({ isError: true, text: "Unknown tool: get_bank" });
    const wide = await overHttp(`${server.url}/mcp/`);
    expect(await wide.call("get_bank", { bank_id: "narrow" })).toMatchObject({ isError: true });
    const some = await house.open({ HINDSIGHT_API_MCP_ENABLED_TOOLS: "get_bank, recall", HINDSIGHT_API_MCP_INSTRUCTIONS: "Ask first." });
    const both = await overHttp(`${some.url}/mcp/narrow/`);
    const { tools } = await both.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["recall"]);
    expect(tools[0]?.description).toMatch(/Ask first\.$/);
    const none = await house.open({ HINDSIGHT_API_MCP_ENABLED_TOOLS: "no_such_tool" });
    const nothing = await overHttp(`${none.url}/mcp/`);
    expect(await nothing.toolNames()).toEqual([]);
    for (const agent of [narrow, wide, both, nothing]) await agent.close();
  });
});

describe("keys", () => {
  test("a token of its own takes the place of the key", async () => {
    const guarded = await house.open({ HINDSIGHT_API_MCP_AUTH_TOKEN: "token", HINDSIGHT_API_TENANT_API_KEY: "key" });
    const tried = (authorization?: string) => post("/mcp/", INITIALIZE, authorization === undefined ? {} : { authorization }, guarded.url);
    expect(await tried()).toMatchObject({ status: 401, body: { error: "Authorization header required" } });
    expect(await tried("Bearer key")).toMatchObject({ status: 401, body: { error: "Invalid authentication token" } });
    expect((await tried("Bearer token")).status).toBe(200);
    expect((await tried("token")).status).toBe(200);
    expect((await send(guarded.url, "GET", "/mcp/")).text).toBe("{}");
    for (const path of ["/sse", "/mcp/a/sse"]) expect((await send(guarded.url, "GET", path)).status).toBe(401);
    expect((await send(guarded.url, "POST", "/messages?sessionId=x", INITIALIZE)).status).toBe(401);
  });

  test("without one the server's key is asked for, unless that is switched off for MCP", async () => {
    const keyed = await house.open({ HINDSIGHT_API_TENANT_API_KEY: "key" });
    const refused = await post("/mcp/a/", INITIALIZE, {}, keyed.url);
    expect(refused).toMatchObject({ status: 401, body: { error: expect.stringContaining("Invalid API key") } });
    expect((await post("/mcp/a/", INITIALIZE, { authorization: "Bearer key" }, keyed.url)).status).toBe(200);
    const open = await house.open({ HINDSIGHT_API_TENANT_API_KEY: "key", HINDSIGHT_API_TENANT_MCP_AUTH_DISABLED: "true" });
    expect((await post("/mcp/a/", INITIALIZE, {}, open.url)).status).toBe(200);
    expect((await send(open.url, "GET", "/v1/default/banks")).status).toBe(401);
  });

  test("where nobody is asked for a key, pages of other origins are refused", async () => {
    const open = await house.open({ HINDSIGHT_API_TENANT_API_KEY: "key", HINDSIGHT_API_TENANT_MCP_AUTH_DISABLED: "true" });
    const from = async (origin: string, url: string, more = {}) => (await post("/mcp/a/", INITIALIZE, { origin, ...more }, url)).status;
    for (const { url } of [open, server]) {
      expect(await from("https://pages.example", url)).toBe(403);
      expect(await from("http://localhost.pages.example:6274", url)).toBe(403);
      expect(await from("null", url)).toBe(403);
      expect(await from("http://localhost:6274", url)).toBe(200);
    }
    const keyed = await house.open({ HINDSIGHT_API_TENANT_API_KEY: "key" });
    expect(await from("https://pages.example", keyed.url, { authorization: "Bearer key" })).toBe(200);
  });

  test("switched off, there is no MCP, and /version says so", async () => {
    const off = await house.open({ HINDSIGHT_API_MCP_ENABLED: "false" });
    expect((await post("/mcp/", INITIALIZE, {}, off.url)).status).toBe(404);
    expect((await send(off.url, "GET", "/version")).body.features.mcp).toBe(false);
    expect((await send(server.url, "GET", "/version")).body.features.mcp).toBe(true);
  });
});

describe("sessions", () => {
  test("belong to the bank of their path, end when asked, and are so many", async () => {
    const small = await house.open({ HINDSIGHT_API_MCP_MAX_SESSIONS: "2" });
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const first = await session("/mcp/a/", {}, small.url);
    expect((await post("/mcp/a/", list, first, small.url)).status).toBe(200);
    for (const path of ["/mcp/b/", "/mcp/", "/mcp/A/"]) {
      expect(await post(path, list, first, small.url)).toMatchObject({
        status: 404,
        body: { error: expect.stringContaining("initialize") },
      });
    }
    const second = await session("/mcp/a/", {}, small.url);
    await post("/mcp/a/", list, first, small.url);
    await session("/mcp/a/", {}, small.url);
    expect((await post("/mcp/a/", list, second, small.url)).status, "the one idle longest made room").toBe(404);
    expect((await post("/mcp/a/", list, first, small.url)).status).toBe(200);
    expect((await send(small.url, "DELETE", "/mcp/a/", undefined, { headers: first })).status).toBe(200);
    expect((await post("/mcp/a/", list, first, small.url)).status).toBe(404);
  });

  test("a call that is cancelled has an end, ids stand once, and null and JSON text are arguments", async () => {
    for (const accept of [BOTH.accept, "application/json"]) {
      const own = await session("/mcp/a/", { accept });
      const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } };
      expect(message(await post("/mcp/a/", [calling("get_bank"), cancelled], own))).toMatchObject({ id: 2, error: { code: -32800 } });
      expect(await post("/mcp/a/", [calling("get_bank"), calling("list_tags")], own)).toMatchObject({
        status: 400,
        body: { error: { code: -32600, message: expect.stringContaining("same id") } },
      });
      for (const given of [null, "{}"])
        expect(message(await post("/mcp/a/", calling("get_bank", given as never), own)).result.content[0].text).toContain(
          "Bank 'a' not found",
        );
    }
  });

  test("without sessions each request stands for itself", async () => {
    const stateless = await house.open({ HINDSIGHT_API_MCP_STATELESS: "true" });
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const reply = await post("/mcp/a/", list, {}, stateless.url);
    expect([reply.status, reply.headers["mcp-session-id"]]).toEqual([200, undefined]);
    expect(message(reply).result.tools.length).toBeGreaterThan(30);
    expect((await send(stateless.url, "POST", "/mcp/a/", list)).body.result.tools.length).toBeGreaterThan(30);
    expect((await post("/mcp/a/", { jsonrpc: "2.0", method: "notifications/initialized" }, {}, stateless.url)).status).toBe(202);
    const agent = await overHttp(`${stateless.url}/mcp/a/`);
    expect((await agent.call("sync_retain", { content: "Stateless servers remember too." })).value.status).toBe("completed");
    await agent.close();
    expect((await send(stateless.url, "GET", "/mcp/a/sse")).status).toBe(405);
    expect((await send(stateless.url, "DELETE", "/mcp/a/")).status).toBe(405);
  });

  test("event streams of the older protocol keep to their bank", async () => {
    const agent = await overEvents(`${server.url}/mcp/older/sse`);
    expect(await agent.toolNames()).not.toContain("list_banks");
    expect((await agent.call("sync_retain", { content: "Old clients still call." })).value.status).toBe("completed");
    const multi = await overEvents(`${server.url}/sse`, { headers: { "x-bank-id": "older" } });
    expect((await multi.call("recall", { query: "old clients" })).value.results).toHaveLength(1);
    expect((await post("/mcp/older/messages?sessionId=none", INITIALIZE)).status).toBe(404);
    await agent.close();
    await multi.close();
  });

  test("a server that stops ends what only listens, at once", async () => {
    // Streams that held the close back would hold it for an hour.
    const stopping = await house.open({}, 3_600_000);
    const agents = await Promise.all([
      overHttp(`${stopping.url}/mcp/a/`),
      overHttp(`${stopping.url}/mcp`),
      overEvents(`${stopping.url}/sse`),
    ]);
    for (const { client } of agents) await client.ping();
    await stopping.close();
    expect((await Promise.allSettled(agents.map(({ client }) => client.ping()))).map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "rejected",
    ]);
    await Promise.allSettled(agents.map((agent) => agent.close()));
  });
});
