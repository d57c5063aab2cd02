// An alias stands for its bank on every route that the server tells of: twin banks are asked the same, the one by its id and the other by an alias, and answer
// the same. What an alias leads to is the bank: no reply names the alias, and no bank of its name comes to be.

import { afterAll, beforeAll, expect, it } from "vitest";
import { bankPath, openServer, type TestServer } from "../support/server.js";

let server: TestServer;
beforeAll(async () => {
  server = await openServer({ HINDSIGHT_API_AUDIT_LOG_ENABLED: "true" });
});
afterAll(() => server.close());

const B = "/v1/default/banks/{bank_id}";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const trigger = { refresh_after_consolidation: false };

/** Bodies and queries of calls that need one, by their names in the specification. */
const ASKED: Readonly<Record<string, unknown>> = {
  [`POST ${B}/memories`]: { items: [{ content: "Cleo sails.", document_id: "c" }] },
  [`POST ${B}/memories/recall`]: { query: "Who rows?" },
  [`POST ${B}/memories/dry-run-extract`]: { content: "Dan skates." },
  [`PATCH ${B}/memories/{memory_id}`]: { context: "a letter" },
  [`POST ${B}/reflect`]: { query: "Who rows?" },
  [`POST ${B}/prompts/preview`]: { operation: "retain" },
  [`POST ${B}/entities/{entity_id}/merge`]: { entity_ids: [NOBODY] },
  [`POST ${B}/entities/{entity_id}/split`]: { alias: "nobody" },
  [`POST ${B}/mental-models`]: { name: "Second", source_query: "Who sails?", trigger },
  [`PATCH ${B}/mental-models/{mental_model_id}`]: { name: "Other" },
  [`POST ${B}/mental-models/{mental_model_id}/refresh`]: {},
  [`POST ${B}/knowledge-base/folders`]: { name: "Second" },
  [`POST ${B}/knowledge-base/pages`]: { name: "Page", source_query: "Who sails?", trigger },
  [`PATCH ${B}/knowledge-base/nodes/{node_id}`]: { name: "Other" },
  [`GET ${B}/knowledge-base/search`]: "?q=sails",
  [`POST ${B}/directives`]: { name: "Second", content: "Be brief." },
  [`PATCH ${B}/directives/{directive_id}`]: { content: "Be briefer." },
  [`PATCH ${B}/documents/{document_id}`]: { tags: ["red"] },
  [`POST ${B}/aliases`]: { alias: "%name% again" },
  [`PATCH ${B}/aliases/{alias}`]: { primary: false },
  [`PUT ${B}`]: { name: "Named" },
  [`PATCH ${B}`]: { name: "Renamed" },
  [`PATCH ${B}/config`]: { updates: { reflect_mission: "To help." } },
  [`POST ${B}/import`]: { version: "1", bank: {} },
  [`POST ${B}/consolidation-strategies/preview`]: { strategies: [] },
  [`POST ${B}/consolidate`]: {},
  [`POST ${B}/webhooks`]: { url: "https://example.com/hook" },
  [`PATCH ${B}/webhooks/{webhook_id}`]: { enabled: false },
  [`POST ${B}/clone`]: "?target_bank_id=%name%-clone",
};

/** Reads first, what takes away last, and the bank last of all. */
const rank = (name: string): number => (name === `DELETE ${B}` ? 3 : name.startsWith("DELETE") ? 2 : name.startsWith("GET") ? 0 : 1);

async function filled(name: string): Promise<Readonly<Record<string, string>>> {
  const call = async (method: string, rest: string, body?: unknown) => (await server.call(method, bankPath(name, rest), body)).body;
  await server.retain(name, [
    { content: "Ann rows on the Schie with Ben.", document_id: "a", tags: ["red"] },
    { content: "Ben sails.", document_id: "b" },
  ]);
  const [model, folder, directive, webhook] = [
    await call("POST", "/mental-models", { id: "model", name: "First", source_query: "Who rows?", trigger }),
    await call("POST", "/knowledge-base/folders", { name: "First" }),
    await call("POST", "/directives", { name: "First", content: "Be kind." }),
    await call("POST", "/webhooks", { url: "https://example.com/first", enabled: false }),
  ];
  expect(model.mental_model_id).toBe("model");
  await call("POST", "/aliases", { alias: `${name}/as known` });
  await call("POST", "/aliases", { alias: `${name}-spare` });
  await server.idle();
  return {
    memory_id: (await call("GET", "/memories/list?document_id=a")).items[0].id,
    entity_id: (await call("GET", "/entities")).items[0].id,
    mental_model_id: "model",
    document_id: "a",
    directive_id: directive.id,
    webhook_id: webhook.id,
    node_id: folder.id,
    page_id: folder.id,
    alias: `${name}-spare`,
  };
}

it("an alias is taken wherever a bank's id is, and leads to the bank", { timeout: 120_000 }, async () => {
  const spec = (await server.call("GET", "/openapi.json")).body as { readonly paths: Readonly<Record<string, object>> };
  const names = Object.entries(spec.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((name) => name.includes("{bank_id}"))
    .sort((a, b) => rank(a) - rank(b));
  expect(names.length).toBeGreaterThan(92); // those of the contract, and ours
  expect(Object.keys(ASKED).filter((name) => !names.includes(name))).toEqual([]);
  const [byId, byAlias] = [await filled("twin-one"), await filled("twin-two")];
  const ask = async (name: string, ids: Readonly<Record<string, string>>, bank: string, own: string) => {
    const [method = "", path = ""] = name.split(" ");
    const asked = JSON.parse(JSON.stringify(ASKED[name] ?? null).replaceAll("%name%", own)) as unknown;
    const filledIn = path
      .replace("{bank_id}", encodeURIComponent(bank))
      .replaceAll(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(ids[parameter] ?? NOBODY));
    const isQuery = typeof asked === "string";
    return server.call(method, `${filledIn}${isQuery ? asked : ""}`, isQuery || asked === null ? undefined : asked);
  };
  let good = 0;
  let phase = 0;
  for (const name of names) {
    if (rank(name) !== phase) await server.idle();
    phase = rank(name);
    const direct = await ask(name, byId, "twin-one", "twin-one");
    const through = await ask(name, byAlias, "twin-two/as known", "twin-two");
    expect([name, through.status]).toEqual([name, direct.status]);
    // The message of a deletion says what the caller called the bank: afterwards there is no other name.
    if (!name.includes("/aliases") && rank(name) < 3) expect([name, through.text.includes("as known")]).toEqual([name, false]);
    if (direct.status < 400) good += 1;
  }
  expect(good).toBeGreaterThan(70); // control: most of them did something
  const { body } = await server.call("GET", "/v1/default/banks?limit=100");
  expect(body.banks.map((bank: { readonly bank_id: string }) => bank.bank_id).sort()).toEqual(["twin-one-clone", "twin-two-clone"]);
});
