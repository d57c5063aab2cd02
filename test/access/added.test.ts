// What extensions add: routes below /ext and tools of MCP, open to nobody whom the server's own routes would refuse. The examples of docs/extensions.md.

import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSettings, unknownSettings } from "@hindsight-memory/engine";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openExtensions } from "../../packages/server/src/extensions/index.js";
import { type ClosedServer, closedServer } from "../support/closed-server.js";
import { REASON, watched } from "../support/extensions/watching-validator.js";
import { send } from "../support/server.js";

vi.setConfig({ testTimeout: 60_000 });
const example = (name: string) => fileURLToPath(new URL(`../../docs/examples/extensions/${name}`, import.meta.url));
const ENV = {
  HINDSIGHT_API_HTTP_EXTENSION: example("counting-routes.ts"),
  HINDSIGHT_API_HTTP_UNIT: "papers",
  HINDSIGHT_API_MCP_EXTENSION: example("greeting-tool.ts"),
  HINDSIGHT_API_MCP_WORD: "Welcome",
  HINDSIGHT_API_OPERATION_VALIDATOR_EXTENSION: fileURLToPath(new URL("../support/extensions/watching-validator.ts", import.meta.url)),
  HINDSIGHT_API_EXTENSION_PASSTHROUGH_HEADERS: "x-do",
};

let server: ClosedServer;
beforeAll(async () => {
  server = await closedServer("pglite", ENV);
});
afterAll(() => server.close());

describe("a route of an extension", () => {
  test("answers with the memory of the caller's tenant", async () => {
    const writer = await server.key({ access: "write" });
    const kept = await server.as(writer, "POST", "/ext/notes/notes", { note: "Ann sails on Sunday." });
    expect([kept.status, kept.body]).toEqual([201, { kept: true }]);
    const count = await server.as(writer, "GET", "/ext/counts/notes");
    expect([count.status, count.body]).toEqual([200, { bank: "notes", documents: 1, hasAny: true, unit: "papers" }]);
    expect((await server.as(writer, "GET", "/ext/counts/notes?unit=x")).body.unit).toBe("x");
    const abroad = await server.key({ access: "write" }, "acme");
    expect((await server.as(abroad, "GET", "/ext/counts/notes")).status).toBe(404); // its own bank of that name, which is not there
    expect(watched().completed.some(({ operation, bankId }) => operation === "leave_note" && bankId === "notes")).toBe(true);
  });

  test("is refused to whom the server's own are, before its body is read", async () => {
    const reader = await server.key({ access: "read" });
    const others = await server.key({ access: "admin", banks: ["other"] });
    const writer = await server.key({ access: "write" });
    const post = async (key: string | null) => (await server.as(key, "POST", "/ext/notes/notes", "{")).status;
    expect([await post(null), await post("hsk_no"), await post(reader), await post(others), await post(writer)]).toEqual([
      401, 401, 403, 403, 422,
    ]);
    const asked = { headers: { authorization: `Bearer ${writer}`, "x-do": "refuse" } };
    const refused = await send(server.url, "POST", "/ext/notes/notes", "{", asked);
    expect([refused.status, refused.body]).toEqual([402, { detail: REASON }]);
    expect((await server.as(writer, "POST", "/ext/notes/notes", { note: 7 })).status).toBe(422);
    const large = await server.as(writer, "POST", "/ext/notes/notes", { note: "x".repeat(60_000_000) });
    expect(large.status).toBe(413);
    expect((await server.as(null, "GET", "/ext/none")).status).toBe(401);
    expect([(await server.as(writer, "GET", "/ext/none")).status, (await server.as(writer, "PUT", "/ext/counts/notes")).status]).toEqual([
      404, 405,
    ]);
  });
});

test("a tool of an extension is listed, checked and guarded as the others are, in both modes", async () => {
  await server.engine.retain("notes", { items: [{ content: "Bob is the baker of Delft." }] });
  const [reader, others] = [await server.key({ access: "read" }), await server.key({ access: "admin", banks: ["other"] })];
  for (const path of ["/mcp", "/mcp/notes"]) {
    const client = await server.mcp(reader, path);
    const greet = (await client.listTools()).tools.find(({ name }) => name === "greet");
    expect(greet?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect([greet?.inputSchema.required, Object.keys(greet?.inputSchema.properties ?? {})]).toEqual([
      ["name"],
      ["name", "facts", ...(path === "/mcp" ? ["bank_id"] : [])],
    ]);
    const call = async (args: object) => JSON.stringify(await client.callTool({ name: "greet", arguments: { bank_id: "notes", ...args } }));
    const answer = await call({ name: "Bob" });
    expect([answer.includes("Welcome, Bob!"), answer.includes("baker of Delft")], answer).toEqual([true, true]);
    expect([await call({}), await call({ name: "Bob", facts: 9 })].map((text) => text.includes("Welcome"))).toEqual([false, false]);
    await client.close();
  }
  const limited = await server.mcp(others);
  expect(JSON.stringify(await limited.callTool({ name: "greet", arguments: { bank_id: "notes", name: "Bob" } }))).toContain(
    "not one of this key's banks",
  );
  await limited.close();
  await server.engine.banks.updateConfig("notes", { mcp_enabled_tools: ["recall"] });
  const narrowed = await server.mcp(reader, "/mcp/notes");
  expect((await narrowed.listTools()).tools.map(({ name }) => name)).toEqual(["recall"]);
  await narrowed.close();
});

test.each([
  ["HTTP", "{ routes: [{ method: 'GET', path: '/x', operation: 'x', handle() {} }] }", "which access it needs"],
  ["HTTP", "{ routes: [{ method: 'GET', path: '/../v1', access: 'read', operation: 'x', handle() {} }, {}] }", "a method that is none"],
  ["HTTP", "{ routes: [{ method: 'GET', path: 'x y', access: 'read', operation: 'x', handle() {} }] }", "is not made of"],
  ["HTTP", "{}", "no list of routes"],
  [
    "MCP",
    "{ tools: [{ name: 'recall', description: '', access: 'read', parameters: {}, handle() {} }] }",
    "there is a tool recall already",
  ],
  ["MCP", "{ tools: [{ name: 'x', description: '', parameters: {}, handle() {} }] }", "which access it needs"],
])("an extension of %s that makes %s ends the start, and says why", async (prefix, made, why) => {
  const file = join(tmpdir(), `hindsight-added-${process.pid}-${Math.random()}.mjs`);
  writeFileSync(file, `export default () => (${made});`);
  try {
    const env = { [`HINDSIGHT_API_${prefix}_EXTENSION`]: file };
    const parts = { tenants: {} as never, log: { info: () => undefined, warn: () => undefined, error: () => undefined } };
    await expect(openExtensions(loadSettings(env), env, parts)).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringContaining(why),
    });
  } finally {
    rmSync(file);
  }
});

test("their settings are nobody's slip of the pen", () => {
  expect(unknownSettings(ENV)).toEqual([]);
});
