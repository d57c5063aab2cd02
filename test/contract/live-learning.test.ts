// What the routes of standing answers, pages, directives, observations and reflection really answer, held against the contract.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type TestServer } from "../support/server.js";
import { B, HAS_CONTRACT, liveCalls } from "./live.js";

const BANK = "live-learning";
const at = (rest = ""): string => bankPath(BANK, rest);

describe.skipIf(!HAS_CONTRACT)("live replies of learning (needs shared/contract/openapi.json)", () => {
  let server: TestServer;
  const { live, leftOut } = liveCalls(() => server);
  beforeAll(async () => {
    server = await openServer();
    await server.retain(BANK, [
      { content: "Ann lives in Delft.", document_id: "one", tags: ["ann"] },
      { content: "Ann still lives in Delft!", document_id: "two", tags: ["ann"] },
      { content: "Ben rows on the canal.", document_id: "three" },
    ]);
  });
  afterAll(() => server.close());

  it("mental models", async () => {
    const body = { id: "ann", name: "Ann", source_query: "Where does Ann live?", max_tokens: 500 };
    const made = await live(`POST ${B}/mental-models`, at("/mental-models"), body);
    expect(made.body.mental_model_id).toBe("ann");
    await server.idle();
    const model = await live(`GET ${B}/mental-models/{mental_model_id}`, at("/mental-models/ann"));
    expect(model.body.content).toContain("Delft");
    expect((await live(`GET ${B}/mental-models`, at("/mental-models?detail=full"))).body.items).toHaveLength(1);
    await live(`PATCH ${B}/mental-models/{mental_model_id}`, at("/mental-models/ann"), { name: "Ann's home" });
    await live(`POST ${B}/mental-models/{mental_model_id}/refresh`, at("/mental-models/ann/refresh"));
    await server.idle();
    await live(`GET ${B}/mental-models/{mental_model_id}/history`, at("/mental-models/ann/history"));
    await live(`POST ${B}/mental-models/{mental_model_id}/dry-run-refresh`, at("/mental-models/ann/dry-run-refresh"));
    await live(`POST ${B}/mental-models/{mental_model_id}/clear`, at("/mental-models/ann/clear"));
    await server.idle();
    await live(`DELETE ${B}/mental-models/{mental_model_id}`, at("/mental-models/ann"));
  });

  it("knowledge pages", async () => {
    const folder = await live(`POST ${B}/knowledge-base/folders`, at("/knowledge-base/folders"), { name: "People" });
    const page = { name: "Ben", source_query: "What does Ben do?", parent_id: folder.body.id };
    const made = await live(`POST ${B}/knowledge-base/pages`, at("/knowledge-base/pages"), page);
    await server.idle();
    const tree = await live(`GET ${B}/knowledge-base/tree`, at("/knowledge-base/tree"));
    expect(JSON.stringify(tree.body)).toContain(made.body.page_id);
    const read = await live(`GET ${B}/knowledge-base/pages/{page_id}`, at(`/knowledge-base/pages/${made.body.page_id as string}`));
    expect(read.body.body).toContain("canal");
    const found = await live(`GET ${B}/knowledge-base/search`, at("/knowledge-base/search?q=canal"));
    expect(found.body.results).toHaveLength(1);
    expect((await live(`GET ${B}/knowledge-base/export`, at("/knowledge-base/export"))).status).toBe(200);
    const node = at(`/knowledge-base/nodes/${made.body.page_id as string}`);
    expect((await live(`PATCH ${B}/knowledge-base/nodes/{node_id}`, node, { name: "Ben the rower" })).body.name).toBe("Ben the rower");
    await live(`DELETE ${B}/knowledge-base/nodes/{node_id}`, node);
  });

  it("directives", async () => {
    const made = await live(`POST ${B}/directives`, at("/directives"), { name: "Short", content: "Answer in one sentence." });
    const one = at(`/directives/${made.body.id as string}`);
    await live(`GET ${B}/directives/{directive_id}`, one);
    expect((await live(`GET ${B}/directives`, at("/directives"))).body.items).toHaveLength(1);
    expect((await live(`PATCH ${B}/directives/{directive_id}`, one, { priority: 7 })).body.priority).toBe(7);
    await live(`DELETE ${B}/directives/{directive_id}`, one);
  });

  it("observations, and what makes them", async () => {
    const started = await live(`POST ${B}/consolidate`, at("/consolidate"), {});
    expect(started.body.operation_id).toEqual(expect.any(String));
    await server.idle();
    const scopes = await live(`GET ${B}/observations/scopes`, at("/observations/scopes"));
    expect(scopes.body.scopes).not.toEqual([]);
    await live(`POST ${B}/consolidation/recover`, at("/consolidation/recover"));
    const strategies = [{ scopes: [{ tags: ["ann"] }], max_observations_per_scope: 3 }];
    await live(`POST ${B}/consolidation-strategies/preview`, at("/consolidation-strategies/preview"), { strategies });
    await live(`POST ${B}/prompts/preview`, at("/prompts/preview"), { operation: "reflect" });
    expect((await live(`DELETE ${B}/observations`, at("/observations"))).body.success).toBe(true);
  });

  it("reflection, with what it stands on; and no operation of these routes was left out", async () => {
    const reply = await live(`POST ${B}/reflect`, at("/reflect"), {
      query: "Where does Ann live?",
      include: { facts: {}, tool_calls: {} },
    });
    expect(reply.body.text).toContain("Delft");
    expect(leftOut("learning")).toEqual([]);
  });
});
