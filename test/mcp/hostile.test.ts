// An agent inside one bank that wants another: headers, arguments of every name, ids of the other bank's things, paths, addresses of resources, sessions.
// Whatever it calls, it reads nothing of the other bank, changes nothing there, and makes no bank of its own.

import type { RunningServer } from "@hindsight-memory/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bankPath, type Reply, send } from "../support/server.js";
import { type Agent, overHttp } from "./support/client.js";
import { type Doors, doors } from "./support/doors.js";

/** In everything that the other bank holds, and nowhere else. */
const SECRET = "zanzibar";
const OTHER = "other";

let house: Doors;
let server: RunningServer;
let things: Things;
let mine: Agent;

interface Things {
  readonly memory_id: string;
  readonly document_id: string;
  readonly mental_model_id: string;
  readonly directive_id: string;
  readonly page_id: string;
  readonly node_id: string;
  readonly operation_id: string;
}

beforeAll(async () => {
  house = await doors();
  server = await house.open();
  things = await filled();
  mine = await overHttp(`${server.url}/mcp/mine/`, { headers: { "X-Bank-Id": OTHER } });
  await mine.call("sync_retain", { content: "My own bank knows of tulips." });
});
afterAll(() => house.close());

async function filled(): Promise<Things> {
  const { engine } = house;
  const items = [{ content: `The ${SECRET} vault opens at nine.`, documentId: `${SECRET}-notes`, tags: [SECRET] }];
  const { receipt } = await engine.retain(OTHER, { items });
  const model = await engine.mentalModels.create(OTHER, { id: `${SECRET}-model`, name: SECRET, sourceQuery: `What of ${SECRET}?` });
  const rule = await engine.directives.create(OTHER, { name: SECRET, content: `Say ${SECRET}.`, priority: 0, isActive: true, tags: [] });
  const page = await engine.knowledge.addPage(OTHER, { name: SECRET, sourceQuery: `Which ${SECRET}?` });
  await engine.idle();
  return {
    memory_id: receipt?.items[0]?.memoryIds[0] ?? "",
    document_id: `${SECRET}-notes`,
    mental_model_id: `${SECRET}-model`,
    directive_id: rule.id,
    page_id: page.pageId,
    node_id: page.pageId,
    operation_id: model.operationId,
  };
}

/** All that can be read of the other bank. */
async function everything(): Promise<string> {
  await house.engine.idle();
  const parts = [
    "/stats",
    "/config",
    "/memories/list?limit=1000",
    "/documents",
    `/documents/${SECRET}-notes`,
    "/mental-models?detail=full",
    "/directives?active_only=false",
    "/knowledge-base/tree",
    "/operations?limit=100",
    "/tags",
    "/aliases",
  ];
  const replies = await Promise.all(parts.map((part) => send(server.url, "GET", bankPath(OTHER, part))));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  return replies.map(({ text }) => text).join("\n");
}

const banks = async (): Promise<readonly string[]> =>
  (await house.engine.banks.list({ limit: 100, offset: 0 })).items.map(({ bankId }) => bankId).sort();

/** Arguments that each tool takes, pointing at the other bank's things where it takes ids. */
function pointing(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const usual = {
    ...things,
    query: "vault",
    content: "Somebody was here.",
    name: "Hostile",
    source_query: "What is in the vault?",
    text: "Changed.",
    reason: "Because.",
  };
  return Object.fromEntries(Object.entries(usual).filter(([name]) => name in properties));
}

/** Names under which a bank might be asked for. */
const NAMES = [
  { bank_id: OTHER },
  { bank: OTHER, bankId: OTHER, bank_name: OTHER, BANK_ID: OTHER, "bank-id": OTHER },
  { "X-Bank-Id": OTHER, headers: { "X-Bank-Id": OTHER }, _meta: { bank_id: OTHER } },
  { bank_id: [OTHER], target_bank: OTHER, bank_ids: [OTHER], scope: { bank_id: OTHER } },
  { bank_id: { $eq: OTHER }, __proto__bank_id: OTHER, "bank_id ": OTHER, "bank_id\u0000": OTHER, tenant: OTHER, schema: "public" },
  JSON.parse(`{"__proto__": {"bank_id": "${OTHER}"}, "constructor": {"bank_id": "${OTHER}"}}`) as Record<string, unknown>,
];

test("two hundred hostile calls reach no other bank", async () => {
  const before = await everything();
  expect(before).toContain(SECRET);
  const known = await banks();
  const { tools } = await mine.client.listTools();
  let calls = 0;
  for (const names of NAMES) {
    for (const { name, inputSchema } of tools) {
      const answer = await mine.call(name, { ...pointing(inputSchema.properties ?? {}), ...names });
      calls += 1;
      // Its own words may come back to it (an unknown id); what the other bank says may not.
      expect(withoutOwnWords(answer.text), `${name} with ${JSON.stringify(names)}`).not.toContain(SECRET);
    }
  }
  expect(calls).toBeGreaterThanOrEqual(200);
  expect(await everything()).toBe(before);
  expect((await banks()).filter((bank) => bank !== "mine")).toEqual(known.filter((bank) => bank !== "mine"));
}, 120_000);

function withoutOwnWords(text: string): string {
  return text.replaceAll(things.document_id, "").replaceAll(things.mental_model_id, "");
}

test("the same arguments do reach it among banks: the attempts could have worked", async () => {
  const multi = await overHttp(`${server.url}/mcp/`);
  expect((await multi.call("recall", { query: "vault", bank_id: OTHER })).text).toContain(SECRET);
  expect((await multi.call("get_mental_model", { mental_model_id: things.mental_model_id, bank_id: OTHER })).text).toContain(SECRET);
  const headed = await overHttp(`${server.url}/mcp/`, { headers: { "X-Bank-Id": OTHER } });
  expect((await headed.call("get_document", { document_id: things.document_id })).text).toContain(SECRET);
  await multi.close();
  await headed.close();
});

test("no address of a resource, and no prompt, leads there", async () => {
  const model = `mental-models/${SECRET}-model`;
  for (const uri of [
    `hindsight://${model}`,
    `hindsight://knowledge-pages/${things.page_id}`,
    `hindsight://banks/${OTHER}/${model}`,
    `hindsight://banks/mine/../${OTHER}/${model}`,
    `hindsight://banks%2F${OTHER}/${model}`,
    `hindsight://${OTHER}/${model}`,
    `hindsight://mental-models/..%2F..%2Fbanks%2F${OTHER}%2Fmental-models%2F${SECRET}-model`,
    `hindsight://mental-models/%2e%2e/%2e%2e/${OTHER}/${SECRET}-model`,
    `hindsight://mental-models/${SECRET}-model?bank_id=${OTHER}`,
    `hindsight://mental-models/${SECRET}-model#${OTHER}`,
    `HINDSIGHT://banks/${OTHER}/${model}`,
    `hindsight://user@${OTHER}/${model}`,
    `hindsight://mental-models/%zz`,
    `file:///etc/passwd`,
  ]) {
    await expect(mine.client.readResource({ uri }), uri).rejects.toThrow(/not found/i);
  }
  expect(JSON.stringify(await mine.client.listResources())).not.toContain(SECRET);
  expect(JSON.stringify(await mine.client.listResourceTemplates())).not.toContain("bank");
  const { prompts } = await mine.client.listPrompts();
  expect(JSON.stringify(prompts)).not.toContain("bank_id");
  const prompt = await mine.client.getPrompt({ name: "start_with_what_is_known", arguments: { task: "open the vault", bank_id: OTHER } });
  expect(JSON.stringify(prompt)).not.toContain(SECRET);
  const multi = await overHttp(`${server.url}/mcp/`, { headers: { "X-Bank-Id": OTHER } });
  expect(JSON.stringify(await multi.client.readResource({ uri: `hindsight://banks/${OTHER}/${model}` }))).toContain(SECRET);
  expect(JSON.stringify(await multi.client.listResources())).toContain(`hindsight://banks/${OTHER}/${model}`);
  await multi.close();
});

test("no path that begins with its own bank, and no session of its own, leads there", async () => {
  const known = await banks();
  const headers = { accept: "application/json, text/event-stream", "x-bank-id": OTHER };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "hostile", version: "1" } };
  const began = await send(server.url, "POST", "/mcp/mine/", { jsonrpc: "2.0", id: 1, method: "initialize", params }, { headers });
  const own = { ...headers, "mcp-session-id": String(began.headers["mcp-session-id"]) };
  const recall = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "recall", arguments: { query: "vault", bank_id: OTHER } } };
  const tried: Reply[] = [];
  for (const path of [
    `/mcp/mine/../${OTHER}/`,
    `/mcp/mine/..%2f${OTHER}/`,
    `/mcp/mine%2f..%2f${OTHER}/`,
    `/mcp/mine/%2e%2e/${OTHER}`,
    `/mcp/mine//${OTHER}/`,
    `/mcp/mine/?bank_id=${OTHER}`,
    `/mcp/mine/#/${OTHER}/`,
    `/mcp/mine;bank=${OTHER}/`,
    `/mcp/mine%00${OTHER}/`,
    `/mcp/mine,${OTHER}/`,
    `/mcp/mine\\..\\${OTHER}/`,
    `/mcp/mine/messages?sessionId=${OTHER}`,
    `/mcp/${OTHER}/`,
    `/mcp/${OTHER}`,
    "/mcp/",
    `/mcp/${OTHER}/messages?sessionId=${own["mcp-session-id"]}`,
  ]) {
    tried.push(await send(server.url, "POST", path, recall, { headers: own }));
  }
  for (const { text } of tried) expect(text).not.toContain(SECRET);
  // With its own path and session it is heard, and told of its own bank alone.
  expect(tried.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await banks()).toEqual(known);
});
