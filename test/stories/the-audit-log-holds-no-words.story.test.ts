// The audit log over HTTP: every change of a bank is in it with its time and its caller's request id, and no word or secret of anybody is.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { openServer, type Reply, type TestEngine, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

/** A word that stands in every text, tag, name, key and secret of the story, and in no id. */
const MARK = "quokka";

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

describe.each<TestEngine>(["pglite", "postgres"])("the audit log on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let server: TestServer;
  beforeAll(async () => {
    if (isThere) server = await openServer({ HINDSIGHT_API_AUDIT_LOG_ENABLED: "true" }, engine);
  });
  afterAll(() => server?.close());

  const entries = async (bank: StoryBank, query = ""): Promise<readonly Entry[]> =>
    (await bank.get(`/audit-logs?limit=500${query}`)).body.items;
  const done = async (reply: Promise<Reply>): Promise<Reply> => {
    const got = await reply;
    expect([200, 201], got.text).toContain(got.status);
    return got;
  };

  it.skipIf(!isThere)("every change is in it, by ids and shapes, and no word of anybody", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    const call = (method: string, rest: string, body?: unknown) => done(bank.call(method, rest, body));
    await call("PUT", "", { name: `The ${MARK} bank`, reflect_mission: `Guard the ${MARK}.` });
    const item = {
      document_id: "d1",
      context: `about the ${MARK}`,
      tags: [MARK],
      metadata: { [MARK]: MARK },
      entities: [{ text: `${MARK}s`, type: MARK }],
    };
    await call("POST", "/memories", { items: [{ content: `Ann keeps a ${MARK} in Delft.`, ...item }], [MARK]: { type: MARK } });
    const found = await call("POST", "/memories/recall", { query: `Who keeps a ${MARK}?`, tags: [MARK] });
    expect(found.text).toContain(MARK); // control: what is not kept was there
    await call("POST", "/reflect", {
      query: `Who keeps a ${MARK}?`,
      response_schema: { type: "object", properties: { [MARK]: { type: "string" } } },
    });
    const hook = {
      url: `https://example.com/?token=${MARK}`,
      secret: `${MARK}-secret`,
      http_config: { headers: { Authorization: `Bearer ${MARK}` } },
    };
    const { id: hookId } = (await call("POST", "/webhooks", hook)).body;
    await call("PATCH", `/webhooks/${hookId}`, { secret: `other-${MARK}` });
    await call("DELETE", `/webhooks/${hookId}`);
    const { id: ruleId } = (await call("POST", "/directives", { name: `On the ${MARK}`, content: `Say ${MARK}.`, tags: [MARK] })).body;
    await call("PATCH", `/directives/${ruleId}`, { content: `Sing ${MARK}.` });
    await call("DELETE", `/directives/${ruleId}`);
    await call("PATCH", "/config", { updates: { retain_mission: `Find the ${MARK}`, HINDSIGHT_API_RETAIN_CHUNK_SIZE: 900 } });
    await call("DELETE", "/config");
    const model = { id: "m1", name: `The ${MARK}`, source_query: `What of the ${MARK}?`, tags: [MARK] };
    await call("POST", "/mental-models", model);
    await server.idle();
    await call("DELETE", "/mental-models/m1");
    await call("PATCH", "/documents/d1", { tags: [`${MARK}-2`] });
    const missing = await bank.call("DELETE", "/documents/none");
    expect(missing.status).toBe(404);
    await call("DELETE", "/documents/d1");
    await call("DELETE", "/memories");

    const all = await entries(bank);
    expect([...new Set(all.map(({ action }) => action))].sort()).toEqual(
      [
        "clear_memories",
        "create_bank",
        "create_directive",
        "create_mental_model",
        "create_webhook",
        "delete_directive",
        "delete_document",
      ].concat(
        [
          "delete_mental_model",
          "delete_webhook",
          "recall",
          "reflect",
          "reset_bank_config",
          "retain",
          "update_bank_config",
          "update_directive",
        ],
        ["update_document", "update_webhook"],
      ),
    );
    const whole = await Promise.all(all.map(({ id }) => bank.get(`/audit-logs/${id}`)));
    for (const { text } of whole) expect(text).not.toContain(MARK);
    const of = (action: string) => whole.map(({ body }) => body).filter((body) => body.action === action);
    expect(of("retain")[0]).toMatchObject({
      transport: "http",
      bank_id: bank.id,
      request: {
        items: [{ content: expect.stringMatching(/^text of \d+ characters$/), document_id: "d1", tags: "list of 1" }],
      },
      response: { success: true, items_count: 1 },
      metadata: { request_id: expect.any(String) },
    });
    expect(of("recall")[0].response.results[0]).toMatchObject({ id: found.body.results[0].id });
    expect(of("update_bank_config")[0].request.updates).toEqual({ retain_mission: expect.any(String), retain_chunk_size: 900 });
    expect(of("delete_document").map(({ request, response }) => [request.document_id, response.error ?? null])).toEqual([
      ["d1", null],
      ["none", "document_not_found"],
    ]);
    expect(of("create_webhook")[0].request).toMatchObject({ secret: `text of ${MARK.length + 7} characters` });
  });

  it.skipIf(!isThere)(
    "pages, filters and counts are those of the bank alone; a reply names the request that it was",
    { timeout: 120_000 },
    async () => {
      const [bank, other] = [storyBank(server), storyBank(server)];
      await bank.retain("Ann rows.");
      await other.retain("Ben rows.");
      const headers = { "x-request-id": "mine-1" };
      await server.call("POST", `/v1/default/banks/${bank.id}/memories/recall`, { query: "Who rows?" }, { headers });
      const page = (await bank.get("/audit-logs?limit=1")).body;
      expect(page).toMatchObject({
        bank_id: bank.id,
        total: 2,
        limit: 1,
        offset: 0,
        items: [{ action: "recall", metadata: { request_id: "mine-1" } }],
      });
      expect(page.items[0]).not.toHaveProperty("request");
      expect((await entries(bank, "&action=retain")).map(({ action }) => action)).toEqual(["retain"]);
      expect(await entries(bank, "&transport=mcp")).toEqual([]);
      expect(await entries(bank, "&end_date=2020-01-01")).toEqual([]);
      expect((await bank.get("/audit-logs?start_date=soon")).status).toBe(400);
      expect((await bank.get("/audit-logs?limit=0")).status).toBe(422);
      expect((await other.get(`/audit-logs/${page.items[0].id}`)).status).toBe(404);
      expect((await bank.get("/audit-logs/nothing")).status).toBe(404);
      const stats = (await bank.get("/audit-logs/stats?period=1d")).body;
      expect(stats).toMatchObject({ bank_id: bank.id, period: "1d", trunc: "hour" });
      expect(stats.buckets).toHaveLength(24);
      const counted = stats.buckets.slice(-2).map((each: { readonly total: number }) => each.total); // the hour may have turned
      expect(counted[0] + counted[1]).toBe(2);
      expect((await storyBank(server).get("/audit-logs/stats")).status).toBe(404);
    },
  );

  it.skipIf(!isThere)("the server says that banks have one, and counts what it lost: nothing", async () => {
    expect((await server.call("GET", "/version")).body.features.audit_log).toBe(true);
    expect((await server.call("GET", "/metrics")).text).toMatch(/^hindsight_audit_log_dropped_total(\{.*\})? 0$/m);
  });

  it.skipIf(!isThere)("a bank that switches it off is in it no more", async () => {
    const bank = storyBank(server);
    await bank.retain("Ann rows.");
    await done(bank.call("PATCH", "/config", { updates: { audit_log_enabled: false } }));
    await bank.retain("Ann sails.");
    expect((await entries(bank)).map(({ action }) => action)).toEqual(["update_bank_config", "retain"]);
  });
});
