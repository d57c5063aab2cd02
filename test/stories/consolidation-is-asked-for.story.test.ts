// Consolidation over HTTP: it is asked for, of all or of some scopes; what failed is tried again; scopes and strategies are shown.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { type Consolidation, creating, givenTo, isConsolidation } from "../support/consolidation.js";
import { openServer, type TestEngine, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

const engines: readonly TestEngine[] = ["pglite", "postgres"];

describe.each(engines)("consolidation is asked for, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let server: TestServer;
  let bank: StoryBank;
  let believe: (given: Consolidation) => LlmReply;

  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm((call) => (isConsolidation(call) ? believe(givenTo(call)) : { text: "ready" }));
    server = await openServer(
      { ...llm.env, HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks", HINDSIGHT_API_CONSOLIDATION_MAX_ATTEMPTS: "1" },
      engine,
    );
  });
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });
  beforeEach(() => {
    if (!isThere) return;
    bank = storyBank(server);
    believe = ({ facts }) => creating(`Belief: ${facts.map(({ text }) => text).join(" ")}`, facts);
  });
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };
  const post = async (path: string, body?: unknown) => server.call("POST", `/v1/default/banks/${bank.id}${path}`, body);

  tell("a bank that does not consolidate by itself does when it is asked, and shows the scopes that came of it", async () => {
    await bank.retain("Ann likes tea.", { tags: ["ann"] });
    await bank.retain("Ben rows.", { tags: ["ben", "sport"] });
    await bank.retain("It rains.", {});
    await server.idle();
    expect((await bank.get("/stats")).body).toMatchObject({ pending_consolidation: 3, last_consolidated_at: null });
    const scoped = await post("/consolidate", { observation_scopes: [["ann"]] });
    expect(scoped.body).toEqual({ operation_id: expect.any(String), deduplicated: false });
    await server.idle();
    expect((await bank.get("/stats")).body).toMatchObject({ pending_consolidation: 2, failed_consolidation: 0 });
    expect((await post("/consolidate")).status).toBe(200); // without a body
    await server.idle();
    expect((await bank.get("/stats")).body).toMatchObject({ pending_consolidation: 0, last_consolidated_at: expect.any(String) });
    expect((await bank.get("/observations/scopes?limit=2&offset=1")).body).toEqual({
      scopes: [
        { tags: ["ann"], count: 1 },
        { tags: ["ben", "sport"], count: 1 },
      ],
      total: 3,
      limit: 2,
      offset: 1,
    });
    const preview = await post("/consolidation-strategies/preview", {
      strategies: [{ scopes: [{ tags: ["a*"] }, { tags: ["*"] }], max_observations_per_scope: 3 }, { scopes: [{ tags: ["*"] }] }],
      sample_limit: 1,
    });
    expect(preview.body).toEqual({
      strategies: [
        {
          active: true,
          claimed_count: 2,
          rules: [
            { match_count: 1, taken_count: 0, observation_count: 1, samples: [{ tags: ["ann"], count: 1, handled_by: 0 }] },
            { match_count: 2, taken_count: 0, observation_count: 2, samples: [{ tags: ["ann"], count: 1, handled_by: 0 }] },
          ],
        },
        {
          active: false,
          claimed_count: 0,
          rules: [{ match_count: 2, taken_count: 2, observation_count: 2, samples: [{ tags: ["ann"], count: 1, handled_by: 0 }] }],
        },
      ],
      default: { match_count: 1, observation_count: 1, samples: [{ tags: [], count: 1, handled_by: null }] },
      scopes_scanned: 3,
      complete: true,
    });
  });

  tell("a fact that the model never answers for is failed alone, counted apart, and tried again when that is asked for", async () => {
    let isPoison = true;
    believe = ({ facts }) => {
      const isBad = isPoison && facts.some(({ text }) => text.includes("poison"));
      return isBad ? { text: "no JSON at all" } : creating(`Belief: ${facts.map(({ text }) => text).join(" ")}`, facts);
    };
    for (const text of ["One is fine.", "This is poison.", "Three is fine."]) await bank.retain(text);
    await post("/consolidate");
    await server.idle();
    expect((await bank.get("/stats")).body).toMatchObject({ pending_consolidation: 0, failed_consolidation: 1 });
    const failed = (await bank.get("/memories/list?consolidation_state=failed")).body.items as readonly { readonly text: string }[];
    expect(failed.map(({ text }) => text)).toEqual(["This is poison."]);
    isPoison = false;
    expect((await post("/consolidation/recover")).body).toEqual({ retried_count: 1 });
    expect((await bank.get("/stats")).body).toMatchObject({ pending_consolidation: 1, failed_consolidation: 0 });
    await post("/consolidate");
    await server.idle();
    expect((await bank.get("/stats")).body).toMatchObject({ pending_consolidation: 0, failed_consolidation: 0 });
    expect((await post("/consolidation/recover")).body).toEqual({ retried_count: 0 });
    expect((await server.call("GET", "/metrics")).text).toContain(
      'hindsight_consolidation_batch_failures_total{failure_class="facts",error_type="llm_output_invalid"',
    );
  });

  tell("a bank that is not there is told so", async () => {
    for (const [method, path, body] of [
      ["POST", "/consolidate", {}],
      ["POST", "/consolidation/recover", undefined],
      ["POST", "/consolidation-strategies/preview", { strategies: [] }],
      ["GET", "/observations/scopes", undefined],
    ] as const) {
      const reply = await server.call(method, `/v1/default/banks/nowhere${path}`, body);
      expect([path, reply.status, reply.body]).toEqual([path, 404, expect.objectContaining({ detail: "Bank 'nowhere' not found" })]);
    }
  });
});
