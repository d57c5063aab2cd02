// A validator before a real server: it has the last word on every route and tool before the body is read, is told of every end, and harms none.

import { fileURLToPath } from "node:url";
import type { CompletedCall } from "@hindsight-memory/server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { TOOLS } from "../../packages/server/src/mcp/tools/index.js";
import { type ClosedServer, closedServer, filled } from "../support/closed-server.js";
import { REASON, watched } from "../support/extensions/watching-validator.js";
import { send } from "../support/server.js";

let server: ClosedServer;
let key: string;
const clients: Client[] = [];
beforeAll(async () => {
  server = await closedServer("pglite", {
    HINDSIGHT_API_OPERATION_VALIDATOR_EXTENSION: fileURLToPath(new URL("../support/extensions/watching-validator.ts", import.meta.url)),
    HINDSIGHT_API_EXTENSION_PASSTHROUGH_HEADERS: "x-do",
  });
  key = await server.key({ access: "admin" });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

const headersOf = (does: string) => ({ authorization: `Bearer ${key}`, "x-do": does });
const call = (does: string, method: string, path: string, body?: unknown) =>
  send(server.url, method, path, body, { headers: headersOf(does) });
async function mcp(does: string, path: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's transport is not written for exactOptionalPropertyTypes
  await client.connect(new StreamableHTTPClientTransport(new URL(path, server.url), { requestInit: { headers: headersOf(does) } }) as any);
  clients.push(client);
  return client;
}
vi.setConfig({ testTimeout: 60_000 });
const LONG = { timeout: 120_000 };
const B = "/v1/default/banks/notes";
const item = (content: string) => ({ items: [{ content }] });
const metric = async (name: string, ...labels: string[]) => {
  const lines = (await send(server.url, "GET", "/metrics")).text.split("\n");
  const found = lines.filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)));
  return found.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
};

describe("it has the last word", () => {
  test("on every route, before the body is read", async () => {
    const routes = await server.routes();
    expect(routes.length).toBeGreaterThan(90);
    const statuses: Record<string, unknown> = {};
    for (const { method, path } of routes) {
      const body = method === "GET" || method === "DELETE" ? undefined : "{";
      const reply = await call("refuse", method, filled(path, { bank_id: "notes", key: "banks/notes/exports/x/y.zip" }), body);
      statuses[`${method} ${path}`] = [reply.status, reply.body?.detail];
    }
    expect(statuses).toEqual(Object.fromEntries(routes.map(({ method, path }) => [`${method} ${path}`, [402, REASON]])));
  });

  test.each(["/mcp", "/mcp/notes"])("on every tool, resource and prompt of %s", async (path) => {
    const refusing = await mcp("refuse", path);
    await expect(refusing.listTools()).rejects.toThrow(REASON);
    const tools = TOOLS.filter(({ modes }) => path === "/mcp" || modes === "both");
    expect(tools.length).toBeGreaterThan(35);
    for (const { name } of tools) {
      const text = JSON.stringify(await refusing.callTool({ name, arguments: { query: 7, nothing: [] } }));
      expect([name, text.includes(REASON)], text).toEqual([name, true]);
    }
    await expect(refusing.listResources()).rejects.toThrow(REASON);
    await expect(refusing.listPrompts()).rejects.toThrow(REASON);
  });

  test("also when it is broken: nothing passes, and that is counted", async () => {
    expect((await call("throw", "POST", `${B}/memories/recall`, { query: "x" })).status).toBe(500);
    expect(await metric("hindsight_extension_hooks_total", 'hook="validate"', 'outcome="failed"')).toBe(1);
    expect((await call("", "GET", "/v1/default/banks")).status).toBe(200); // control
  });
});

describe("it is told of the end", () => {
  const toldOf = async (operation: string) => {
    await expect.poll(() => watched().completed.some((each) => each.operation === operation), LONG).toBe(true);
    return watched().completed.findLast((each) => each.operation === operation);
  };

  test("of a call: what was asked, what came of it, and how long it took", async () => {
    const reply = await call("", "POST", `${B}/memories`, item("The wifi password is tulip-42."));
    expect(reply.status).toBe(200);
    const { request, result, error, ...about } = (await toldOf("retain")) as CompletedCall;
    expect(about).toMatchObject({ access: "write", bankId: "notes", tenant: "public", transport: "http" });
    expect([about.subject?.length, about.requestId]).toEqual([10, reply.headers["x-request-id"]]);
    expect(request).toMatchObject({ items: [{ content: "The wifi password is tulip-42." }] });
    expect(result).toEqual(reply.body);
    expect([error, about.durationMs > 0]).toEqual([null, true]);
    expect(watched().asked.find((each) => each.requestId === about.requestId)).toMatchObject({ operation: "retain" });
  });

  test("of a tool", async () => {
    await (await mcp("", "/mcp/notes")).callTool({ name: "recall", arguments: { query: "wifi password" } });
    const { transport, request, result } = (await toldOf("recall")) ?? {};
    expect([transport, request]).toMatchObject(["mcp", { query: "wifi password" }]);
    expect(JSON.stringify(result)).toContain("tulip-42");
  });

  test("of a call that failed, and not of one that was refused", async () => {
    expect((await call("", "GET", `${B}/documents/none`)).status).toBe(404);
    expect((await toldOf("get_document"))?.error).toMatchObject({ code: expect.stringContaining("not_found"), status: 404 });
    expect((await call("refuse", "GET", `${B}/tags`)).status).toBe(402);
    expect(watched().completed.some(({ operation }) => operation === "list_tags")).toBe(false);
  });

  test.each(["fail", "hang", "spoil"])("and may %s: the call is answered as ever", async (does) => {
    const failed = await metric("hindsight_extension_hooks_total", 'hook="completed"', 'outcome="failed"');
    const reply = await call(does, "POST", `${B}/memories/recall`, { query: "wifi password" });
    expect([reply.status, reply.body.results[0].text]).toEqual([200, "The wifi password is tulip-42."]);
    await expect.poll(() => watched().completed.some(({ headers }) => headers["x-do"] === does), LONG).toBe(true);
    if (does !== "fail") return;
    const now = () => metric("hindsight_extension_hooks_total", 'hook="completed"', 'outcome="failed"');
    await expect.poll(now, LONG).toBe(failed + 1);
  });
});

describe("a call that was refused", () => {
  const count = (reason: string, transport: string) =>
    metric("hindsight_refused_calls_total", `reason="${reason}"`, `transport="${transport}"`);

  test("is in the audit log of the bank that it named, without its body, whoever refused it; in none where nobody knows whose", async () => {
    expect((await call("", "PATCH", `${B}/config`, { updates: { audit_log_enabled: true } })).status).toBe(200);
    const names = [
      ["forbidden", "http"],
      ["validator", "http"],
      ["validator", "mcp"],
      ["unauthorized", "http"],
      ["unauthorized", "mcp"],
    ] as const;
    const counts = async () =>
      Object.fromEntries(
        await Promise.all(names.map(async ([reason, transport]) => [`${reason} ${transport}`, await count(reason, transport)] as const)),
      );
    const before = await counts();

    const reader = await server.key({ access: "read" });
    const others = await server.key({ access: "admin", banks: ["mine"] });
    const abroad = await server.key({ access: "read" }, "acme");
    const secret = item("Nobody may read this.");
    const refused = await server.as(reader, "POST", `${B}/memories`, secret);
    expect([refused.status, (await server.as(others, "DELETE", B)).status]).toEqual([403, 403]);
    expect((await server.as(abroad, "POST", `${B}/memories`, secret)).status).toBe(403);
    expect((await call("refuse", "POST", `${B}/memories/recall`, { query: "x" })).status).toBe(402);
    await (await mcp("refuse", "/mcp/notes")).callTool({ name: "reflect", arguments: { query: "x" } });
    expect((await server.as(null, "POST", `${B}/memories`, secret)).status).toBe(401);
    expect((await server.as("hsk_no", "POST", "/mcp/notes", { jsonrpc: "2.0", id: 1, method: "tools/list" })).status).toBe(401);
    expect((await server.as(null, "GET", "/mcp")).status).toBe(200); // is asked nothing, so it is refused nothing

    const entries = async () => {
      const { items } = (await call("", "GET", `${B}/audit-logs?limit=100`)).body;
      const each = await Promise.all(items.map(({ id }: { id: string }) => call("", "GET", `${B}/audit-logs/${id}`)));
      return each.map(({ body }) => body).filter(({ metadata }) => metadata.refused === true);
    };
    await expect.poll(async () => (await entries()).length, LONG).toBe(4);
    const found = await entries();
    const shown = found.map(({ action, transport, response }) => `${action} ${transport} ${response.error}`);
    expect(shown.sort()).toEqual([
      "delete_bank http forbidden",
      "recall http operation_refused",
      "reflect mcp operation_refused",
      "retain http forbidden",
    ]);
    expect(found.find(({ action }) => action === "retain")).toMatchObject({
      request: {},
      metadata: { caller: reader.slice(4, 14), request_id: refused.headers["x-request-id"] },
    });
    const added = Object.fromEntries(Object.entries(await counts()).map(([name, n]) => [name, n - (before[name] ?? 0)]));
    expect(added).toEqual({ "forbidden http": 3, "validator http": 1, "validator mcp": 1, "unauthorized http": 1, "unauthorized mcp": 1 });
  });
});

describe("the queue", () => {
  const queue = async (bank: string) => {
    const sent = await call("", "POST", `/v1/default/banks/${bank}/memories`, { async: true, ...item("The office is in Delft.") });
    return { id: sent.body.operation_id as string, requestId: sent.headers["x-request-id"] };
  };
  const shown = async (bank: string, id: string) => (await call("", "GET", `/v1/default/banks/${bank}/operations/${id}`)).body;
  const ended = (id: string) => watched().worked.find(({ operationId }) => operationId === id);

  test("is worked where it lets it, and it is told of the end, also when its hook is broken", async () => {
    for (const bank of ["notes", "broken"]) {
      const { id, requestId } = await queue(bank);
      await expect
        .poll(() => ended(id), LONG)
        .toMatchObject({ type: "retain", bankId: bank, tenant: "public", status: "completed", error: null });
      expect(ended(id)?.requestId).toBe(requestId);
      expect((await shown(bank, id)).status).toBe("completed");
    }
    const failures = () => metric("hindsight_extension_hooks_total", 'hook="workCompleted"', 'outcome="failed"');
    await expect.poll(failures, LONG).toBe(1);
  });

  test("fails for good what it refuses", async () => {
    const { id } = await queue("never");
    await expect.poll(async () => (await shown("never", id)).status, LONG).toBe("failed");
    expect((await shown("never", id)).error_message).toContain(REASON);
    await expect.poll(() => ended(id)?.error, LONG).toContain(REASON);
  });

  test("keeps what it puts off, and counts no try", async () => {
    const { id } = await queue("later");
    await expect.poll(async () => (await shown("later", id)).error_message, LONG).toContain("come back in an hour");
    const { status, retry_count: tries, next_retry_at: next } = await shown("later", id);
    expect([status, tries ?? 0]).toEqual(["pending", 0]);
    if (next !== undefined) expect(Date.parse(next)).toBeGreaterThan(Date.now() + 3_000_000);
    expect(ended(id)).toBe(undefined);
  });
});
