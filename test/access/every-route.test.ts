// Every route and every tool that the server itself tells of, and callers who may not: each is refused by each, before the body is read.

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessOf, accessOfOperation, operationOf } from "../../packages/server/src/access/index.js";
import { LISTED } from "../../packages/server/src/access/operations.js";
import { TOOLS } from "../../packages/server/src/mcp/tools/index.js";
import { type ClosedServer, closedServer, filled, type ServedRoute } from "../support/closed-server.js";

let server: ClosedServer;
let routes: readonly ServedRoute[];
const clients: Client[] = [];
beforeAll(async () => {
  server = await closedServer("pglite");
  routes = await server.routes();
  await server.engine.retain("mine", { items: [{ content: "Mine: the wifi password is tulip-42.", documentId: "mine-doc" }] });
  await server.engine.retain("other", { items: [{ content: "Other: the wifi password is rose-17.", documentId: "other-doc" }] });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

/** Not even JSON: who is refused for it has been let in. */
const NO_BODY_AT_ALL = "{";
const mcp = async (key: string | null, path?: string): Promise<Client> => {
  const client = await server.mcp(key, path);
  clients.push(client);
  return client;
};
const needs = (route: ServedRoute) => accessOf({ ...route, method: route.method.toLowerCase() as "get" });

async function statuses(key: string | null, bank: string, among = routes): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const { method, path } of among) {
    const body = method === "GET" || method === "DELETE" ? undefined : NO_BODY_AT_ALL;
    found[`${method} ${path}`] = (await server.as(key, method, filled(path, { bank_id: bank }), body)).status;
  }
  return found;
}
const all = (among: readonly ServedRoute[], status: number) =>
  Object.fromEntries(among.map(({ method, path }) => [`${method} ${path}`, status]));

describe("each route", () => {
  test("is there to be tried, and each needs some access", () => {
    expect(routes.length).toBeGreaterThan(90);
    expect(routes.filter((route) => needs(route) === null)).toEqual([]);
  });

  test("that the tables of access name is there by that name: else it would need less by a slip of the pen", () => {
    const served = new Set(routes.map(operationOf));
    expect(LISTED.filter((operation) => !served.has(operation))).toEqual([]);
  });

  test("asks who calls", async () => {
    expect(await statuses(null, "mine")).toEqual(all(routes, 401));
    expect(await statuses("hsk_0123456789_0123456789012345678901234567890123456789012", "mine")).toEqual(all(routes, 401));
    expect((await server.as(null, "GET", "/v1/default/banks")).body).toEqual({ detail: "Authentication failed: Invalid API key" });
  });

  test("refuses a key that was revoked", async () => {
    const { key, id } = await server.engine.keys.create({ access: "admin" });
    expect((await server.as(key, "GET", "/v1/default/banks")).status).toBe(200); // control
    await server.engine.keys.revoke(id);
    expect(await statuses(key, "mine")).toEqual(all(routes, 401));
  });

  test("of a bank is refused to a key of another bank, whatever it may do there", async () => {
    const key = await server.key({ access: "admin", banks: ["mine"] });
    const banked = routes.filter(({ path }) => path.includes("{bank_id}"));
    expect(banked.length).toBeGreaterThan(80);
    expect(await statuses(key, "other", banked)).toEqual(all(banked, 403));
  });

  test("across banks tells such a key of its own alone, or refuses it", async () => {
    const key = await server.key({ access: "admin", banks: ["mine"] });
    const across = routes.filter(({ path }) => !path.includes("{bank_id}")).map(({ method, path }) => `${method} ${path}`);
    const { banks, total } = (await server.as(key, "GET", "/v1/default/banks")).body;
    expect([banks.map((bank: { bank_id: string }) => bank.bank_id), total]).toEqual([["mine"], 1]);
    const chunkOf = async (bank: string) =>
      (await server.as(await server.key({ access: "admin" }), "GET", `/v1/default/banks/${bank}/documents/${bank}-doc/chunks`)).body
        .items[0].chunk_id;
    const chunk = async (bank: string) =>
      (await server.as(key, "GET", `/v1/default/chunks/${encodeURIComponent(await chunkOf(bank))}`)).status;
    expect([await chunk("mine"), await chunk("other")]).toEqual([200, 404]);
    const tried = new Set(["GET /v1/default/banks", "GET /v1/default/chunks/{chunk_id}"]);
    for (const route of across.filter((each) => !tried.has(each))) {
      const [method = "", path = ""] = route.split(" ");
      const key_ = "banks/other/exports/00000000-0000-4000-8000-000000000000/transfer.zip";
      const { status, text } = await server.as(
        key,
        method,
        filled(path, { key: key_ }).replaceAll("%2F", "/"),
        method === "GET" ? undefined : NO_BODY_AT_ALL,
      );
      expect([route, status], text).toEqual([route, 403]);
    }
  });

  test("that needs more is refused to a key with less, before its body is looked at", async () => {
    const reader = await server.key({ access: "read" });
    const writer = await server.key({ access: "write" });
    const above = (...levels: string[]) => routes.filter((route) => levels.includes(needs(route) ?? ""));
    expect([above("write").length > 20, above("admin").length > 10]).toEqual([true, true]);
    expect(await statuses(reader, "mine", above("write", "admin"))).toEqual(all(above("write", "admin"), 403));
    expect(await statuses(writer, "mine", above("admin"))).toEqual(all(above("admin"), 403));
    // Control: with enough access the same calls come as far as their bodies and ids.
    const let_in = Object.values(await statuses(reader, "mine", above("read")));
    expect(let_in.filter((status) => status === 401 || status === 403)).toEqual([]);
    expect((await server.as(writer, "POST", "/v1/default/banks/mine/memories", NO_BODY_AT_ALL)).status).toBe(422);
  });

  test("that names a second bank asks for that one too", async () => {
    const key = await server.key({ access: "admin", banks: ["mine", "mine-*"] });
    const alias = async (name: string) => (await server.as(key, "POST", "/v1/default/banks/mine/aliases", { alias: name })).status;
    expect([await alias("other-alias"), await alias("mine-alias")]).toEqual([403, 201]);
    const clone = async (target: string) => (await server.as(key, "POST", `/v1/default/banks/mine/clone?target_bank_id=${target}`)).status;
    expect(await clone("theirs")).toBe(403);
    expect(await clone("mine-copy")).toBeLessThan(300);
  });

  test("a reader makes no bank by asking it", async () => {
    const reader = await server.key({ access: "read" });
    expect((await server.as(reader, "POST", "/v1/default/banks/unmade/reflect", { query: "who?" })).status).toBe(404);
    expect((await server.engine.banks.list({ limit: 100, offset: 0 })).items.map(({ bankId }) => bankId)).not.toContain("unmade");
  });
});

describe("each tool", () => {
  // The contract has refusals of most tools as a result with a message, not as an error of the protocol.
  const call = async (client: Client, name: string, args: object) =>
    JSON.stringify(await client.callTool({ name, arguments: { ...args } }));

  test("asks who calls", async () => {
    await expect(mcp(null)).rejects.toThrow(/401|Unauthorized|Invalid API key/);
    for (const path of ["/mcp", "/mcp/", "/mcp/mine", "/mcp/mine/messages", "/messages"]) {
      const reply = await server.as(null, "POST", path, { jsonrpc: "2.0", id: 1, method: "tools/list" });
      expect([path, reply.status, reply.body], reply.text).toEqual([path, 401, { error: "Authentication failed: Invalid API key" }]);
    }
    expect((await server.as(null, "GET", "/mcp")).status).toBe(200); // the contract's probe, before anybody is asked
  });

  test("is refused in a bank that the key does not name, over both endpoints", async () => {
    const everything = await server.key({ access: "admin" });
    const { tools } = await (await mcp(everything)).listTools();
    expect(tools.length).toBeGreaterThan(35);
    const limited = await mcp(await server.key({ access: "admin", banks: ["mine"] }));
    const single = mcp(await server.key({ access: "admin", banks: ["mine"] }), "/mcp/other");
    await expect(single).rejects.toThrow("not one of this key's banks"); // as it connects, before any tool
    expect((await (await mcp(everything, "/mcp/other")).listTools()).tools.length).toBeGreaterThan(20); // control
    for (const { name } of tools) {
      if (name !== "list_banks") {
        const text = await call(limited, name, { bank_id: "other" });
        expect([name, text.includes("not one of this key's banks")], text).toEqual([name, true]);
      }
    }
    const banks = await call(limited, "list_banks", {});
    expect([banks.includes("mine"), banks.includes("other")]).toEqual([true, false]);
  });

  test("that changes something is refused to a key that only reads, and each knows what it needs", async () => {
    const reader = await mcp(await server.key({ access: "read" }));
    const changing = TOOLS.filter(({ access }) => access !== "read");
    expect(changing.length).toBeGreaterThan(15);
    for (const { name } of changing) {
      const text = await call(reader, name, { bank_id: "mine" });
      expect([name, text.includes("this key has read access")], text).toEqual([name, true]);
    }
    // A tool and a route of the same name need the same.
    const byOperation = new Map(routes.map((route) => [operationOf(route), needs(route)]));
    const differing = TOOLS.filter(
      ({ operation, access }) => (byOperation.get(operation) ?? accessOfOperation(operation, access)) !== access,
    );
    expect(differing.map(({ name, operation, access }) => `${name} (${operation}): ${access}`)).toEqual([]);
  });
});
