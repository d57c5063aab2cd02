// A key that holds for some banks: what another bank has set, holds or is called shows in no answer, and changes none.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClosedServer, closedServer } from "../support/closed-server.js";
import { bankPath } from "../support/server.js";

let server: ClosedServer;
let all: string;
let some: string;
beforeAll(async () => {
  server = await closedServer("pglite");
  all = await server.key({ access: "admin" });
  some = await server.key({ access: "admin", banks: ["mine*"] });
});
afterAll(() => server.close());

async function told(key: string, bank: string, content: string, document_id: string): Promise<void> {
  const reply = await server.as(key, "POST", bankPath(bank, "/memories"), { items: [{ content, document_id }] });
  expect(reply.status, reply.text).toBe(200);
}

/** An MCP client among banks, whose header names one. */
async function among(key: string, bank: string | null): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { Authorization: `Bearer ${key}`, ...(bank !== null && { "X-Bank-Id": bank }) };
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's transport is not written for exactOptionalPropertyTypes
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp/", server.url), { requestInit: { headers } }) as any);
  return client;
}

it("another bank's list of tools shows in no list of tools and prompts, and hides no tool", async () => {
  await told(all, "theirs", "Theirs.", "a");
  await told(all, "default", "The bank of the settings.", "a");
  await told(all, "mine", "Mine.", "a");
  for (const bank of ["theirs", "default"])
    await server.as(all, "PATCH", bankPath(bank, "/config"), { updates: { mcp_enabled_tools: ["retain"] } });
  const lists = [(client: Client) => client.listTools(), (client: Client) => client.listPrompts()];

  const owner = await among(all, "theirs");
  expect((await owner.listTools()).tools.map(({ name }) => name)).toEqual(["retain"]); // control
  const stranger = await among(some, "theirs");
  for (const list of lists) await expect(list(stranger)).rejects.toThrow(/not one of this key/);
  const nobody = await among(some, "nobody");
  for (const list of lists) await expect(list(nobody)).rejects.toThrow(/not one of this key/);
  expect(await stranger.callTool({ name: "recall", arguments: { query: "mine", bank_id: "mine" } })).not.toMatchObject({ isError: true });
  const plain = await among(some, null); // the settings' bank is not its choice
  expect((await plain.listTools()).tools.length).toBeGreaterThan(10);
  expect((await plain.listPrompts()).prompts.length).toBeGreaterThan(3);
  expect((await plain.listResources()).resources).toEqual([]);
  await expect(stranger.listResources()).rejects.toThrow(/not one of this key/);
  await Promise.all([owner, stranger, nobody, plain].map((client) => client.close()));
});

it("resources of every bank are those of a key's own banks", async () => {
  for (const bank of ["mine", "abroad"])
    await server.as(all, "POST", bankPath(bank, "/mental-models"), { id: "m", name: "M", source_query: "Who?" });
  await server.as(all, "PATCH", bankPath("default", "/config"), { updates: { mcp_enabled_tools: null } });
  const [plain, owner] = await Promise.all([among(some, null), among(all, null)]);
  const listed = async (client: Client) => (await client.listResources()).resources.map(({ uri }) => uri).sort();
  expect(await listed(plain)).toEqual(["hindsight://banks/mine/mental-models/m"]);
  expect(await listed(owner)).toEqual(["hindsight://banks/abroad/mental-models/m", "hindsight://banks/mine/mental-models/m"]);
  await Promise.all([plain, owner].map((client) => client.close()));
});

it("a prompt whose tools a key may not use is not there for it", async () => {
  const reader = await among(await server.key({ access: "read" }), "mine");
  expect((await reader.listPrompts()).prompts.map(({ name }) => name)).toEqual(["start_with_what_is_known", "answer_from_memory"]);
  await expect(reader.getPrompt({ name: "remember_this_conversation" })).rejects.toThrow(/Unknown prompt/);
  await reader.close();
});

it("chunks of other banks have no id, and make none of one's own ambiguous", async () => {
  await told(all, "other", "Other.", "x_y");
  await told(all, "other_x", "Other x.", "y");
  expect((await server.as(all, "GET", "/v1/default/chunks/other_x_y_0")).status).toBe(409); // control
  expect((await server.as(some, "GET", "/v1/default/chunks/other_x_y_0")).status).toBe(404);
  const one = await server.key({ access: "read", banks: ["other"] });
  const { status, body } = await server.as(one, "GET", "/v1/default/chunks/other_x_y_0");
  expect([status, body.chunk_text]).toEqual([200, "Other."]);
});

it("an alias is asked about by its name, whoever has the bank", async () => {
  const alias = (key: string, method: string, name: string, body?: unknown) =>
    server.as(key, method, bankPath("mine", `/aliases${name}`), body);
  expect((await alias(all, "POST", "", { alias: "foreign" })).status).toBe(201);
  expect((await alias(some, "POST", "", { alias: "mine-too" })).status).toBe(201); // control
  expect((await alias(some, "PATCH", "/foreign", { primary: true })).status).toBe(403);
  expect((await alias(some, "DELETE", "/foreign")).status).toBe(403);
  expect((await alias(some, "PATCH", "/mine-too", { primary: true })).status).toBe(200);
  expect((await alias(some, "DELETE", "/mine-too")).status).toBe(200);
});

it("who has a bank by an alias has its exports by the address that they are given", async () => {
  await told(all, "theirs", "Theirs.", "a");
  expect((await server.as(all, "POST", bankPath("theirs", "/aliases"), { alias: "mine-by-alias" })).status).toBe(201);
  const { body } = await server.as(some, "POST", bankPath("mine-by-alias", "/transfer/export"));
  await server.engine.idle();
  const operation = (await server.as(some, "GET", bankPath("mine-by-alias", `/operations/${body.operation_id}`))).body;
  const download = async (key: string) =>
    (await fetch(server.url + operation.result_metadata.download_url, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await download(some)).toBe(200);
  expect(await download(await server.key({ access: "admin", banks: ["mine"] }))).toBe(403);
});
