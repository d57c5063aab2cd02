// Two tenants of one server with everything alike: on no route does one see, change or name what is the other's.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type ClosedServer, closedServer, filled, type ServedRoute } from "../support/closed-server.js";
import type { TestEngine } from "../support/server.js";

const ENGINES: readonly TestEngine[] = testPostgresUrl() === null ? ["pglite"] : ["pglite", "postgres"];
const BANK = "shared";

describe.each(ENGINES)("two tenants on %s", (engine) => {
  let server: ClosedServer;
  let routes: readonly ServedRoute[];
  const keys = { acme: "", zeta: "" };
  let ids: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    server = await closedServer(engine, { HINDSIGHT_API_AUDIT_LOG_ENABLED: "true" });
    routes = await server.routes();
    keys.acme = await server.key({ access: "admin" }, "acme");
    keys.zeta = await server.key({ access: "admin" }, "zeta");
    ids = await fill(keys.acme);
  });
  afterAll(() => server.close());

  const at = (rest: string) => `/v1/default/banks/${BANK}${rest}`;
  const must = async (key: string, method: string, path: string, body?: unknown) => {
    const reply = await server.as(key, method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };

  /** One of everything that a route can name, each with a word that nobody else says. */
  async function fill(key: string): Promise<Readonly<Record<string, string>>> {
    const content = "Wendel keeps the tulip-42 in the vault of Acme.";
    await must(key, "POST", at("/memories"), {
      items: [{ content, document_id: "acme-doc", tags: ["acme-tag"], entities: [{ text: "Wendel" }] }],
    });
    const { operation_id } = await must(key, "POST", at("/memories"), { items: [{ content: "Wendel rows to Acme." }], async: true });
    const directive = await must(key, "POST", at("/directives"), { name: "acme rule", content: "Speak of Acme." });
    const hook = await must(key, "POST", at("/webhooks"), { url: "https://acme.example.org/hook", event_types: ["retain.completed"] });
    const model = await must(key, "POST", at("/mental-models"), { name: "acme model", source_query: "What does Acme keep?" });
    const page = await must(key, "POST", at("/knowledge-base/pages"), { name: "acme page", source_query: "Who is Wendel?" });
    await must(key, "POST", at("/aliases"), { alias: "acme-alias" });
    const memory = (await must(key, "GET", at("/memories/list"))).items[0];
    const entity = (await must(key, "GET", at("/entities"))).items[0];
    const chunk = (await must(key, "GET", at("/documents/acme-doc/chunks"))).items[0];
    const log = (await must(key, "GET", at("/audit-logs"))).items[0];
    return {
      bank_id: BANK,
      document_id: "acme-doc",
      operation_id,
      directive_id: directive.id,
      webhook_id: hook.id,
      mental_model_id: model.mental_model_id,
      page_id: page.id ?? page.page_id,
      node_id: page.id ?? page.page_id,
      alias: "acme-alias",
      memory_id: memory.id,
      entity_id: entity.id,
      chunk_id: chunk.chunk_id,
      log_id: log?.id ?? "none",
    };
  }

  /** What a tenant reads of its own, route by route, without what changes by itself. */
  async function everything(key: string): Promise<Readonly<Record<string, unknown>>> {
    const seen: Record<string, unknown> = {};
    for (const { method, path } of routes.filter(
      (route) => route.method === "GET" && !/operations|audit-logs|llm-|stats/.test(route.path),
    )) {
      const { status, text } = await server.as(key, method, filled(path, ids));
      seen[path] = [status, text.replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"at"')];
    }
    return seen;
  }

  test("what the one has is found by it: the probe sees it", async () => {
    expect(Object.entries(ids).filter(([, id]) => typeof id !== "string" || id === "")).toEqual([]);
    const told = JSON.stringify(await everything(keys.acme));
    for (const word of ["tulip-42", "acme-doc", "acme-tag", "acme rule", "acme.example.org", "acme model", "acme page", "acme-alias"])
      expect(told).toContain(word);
  });

  test("no route tells the other of it, by name or by id, in a bank of the same name too", async () => {
    for (const isThere of [false, true]) {
      if (isThere) await must(keys.zeta, "PUT", at(""), {});
      for (const { method, path } of routes.filter((route) => route.method === "GET")) {
        const { text, headers } = await server.as(keys.zeta, method, filled(path, ids));
        const told = [text, JSON.stringify(headers)].join(" ");
        expect(told, path).not.toMatch(/tulip|Wendel|acme (rule|model|page)|acme-tag|acme\.example/);
        // An id that it sent itself may come back in the sentence that there is no such thing; no other does.
        const sent = Object.keys(ids).filter((name) => path.includes(`{${name}}`));
        const others = Object.entries(ids).filter(([name, id]) => !sent.some((each) => ids[each]?.includes(id)) && name !== "bank_id");
        expect(
          others.filter(([, id]) => told.includes(id)),
          path,
        ).toEqual([]);
      }
    }
  });

  test("nothing that the other calls changes anything of it", async () => {
    await server.engine.tenants.open("acme").then(async ({ engine: acme, release }) => {
      await acme.idle();
      release();
    });
    const before = await everything(keys.acme);
    const changing = routes.filter(({ method }) => method !== "GET");
    expect(changing.length).toBeGreaterThan(40);
    for (const body of [
      {},
      { items: [{ content: "Zeta was here.", document_id: "acme-doc" }], name: "zeta", content: "zeta", updates: {} },
    ]) {
      for (const { method, path } of changing)
        await server.as(keys.zeta, method, filled(path, ids), method === "DELETE" ? undefined : body);
    }
    expect(await everything(keys.acme)).toEqual(before);
    expect(JSON.stringify(await everything(keys.zeta))).not.toMatch(/tulip|Wendel/);
  });

  test("each has MCP of its own, and questions find its own memories alone", async () => {
    const ask = async (key: string) => {
      const client = await server.mcp(key);
      try {
        const found = await client.callTool({ name: "recall", arguments: { bank_id: BANK, query: "What does Wendel keep?" } });
        return JSON.stringify([found, await client.callTool({ name: "list_banks", arguments: {} })]);
      } finally {
        await client.close();
      }
    };
    expect(await ask(keys.acme)).toContain("tulip-42");
    expect(await ask(keys.zeta)).not.toMatch(/tulip|Wendel/);
  });

  test("the home tenant, and whoever has no key of it, sees neither", async () => {
    const home = await server.key({ access: "admin" });
    expect((await must(home, "GET", "/v1/default/banks")).banks).toEqual([]);
    expect(JSON.stringify(await everything(home))).not.toMatch(/tulip|Wendel/);
    expect((await server.as(null, "GET", at("/memories/list"))).status).toBe(401);
  });
});
