// What the routes of banks, their settings, aliases and webhooks, and those about the server, really answer, held against the contract.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type TestServer } from "../support/server.js";
import { B, HAS_CONTRACT, liveCalls } from "./live.js";

const BANK = "live-banks";
const at = (rest = ""): string => bankPath(BANK, rest);

describe.skipIf(!HAS_CONTRACT)("live replies of banks (needs shared/contract/openapi.json)", () => {
  let server: TestServer;
  const { live, held, leftOut } = liveCalls(() => server);
  beforeAll(async () => {
    server = await openServer({ HINDSIGHT_API_ENABLE_BANK_LLM_HEALTH: "true" });
  });
  afterAll(() => server.close());

  it("the server", async () => {
    expect((await live("GET /health", "/health")).body).toMatchObject({ status: "healthy" });
    await live("GET /health/live", "/health/live");
    await live("GET /health/ready", "/health/ready");
    expect((await live("GET /version", "/version")).body.features).toMatchObject({ observations: true });
    const metrics = await server.call("GET", "/metrics"); // its schema is open: the text format of Prometheus
    expect(metrics.headers["content-type"]).toContain("text/plain");
    held("GET /metrics", { ...metrics, body: {} });
  });

  it("banks", async () => {
    const disposition = { skepticism: 4, literalism: 2, empathy: 5 };
    const made = await live(`PUT ${B}`, at(), { name: "Live", mission: "To answer.", disposition });
    expect(made.body).toMatchObject({ bank_id: BANK, name: "Live", mission: "To answer.", disposition });
    expect((await live(`PATCH ${B}`, at(), { name: "Lively" })).body).toMatchObject({ name: "Lively", mission: "To answer." });
    await server.retain(BANK, [{ content: "Ann moved to Delft.", document_id: "ann" }]);
    const list = await live("GET /v1/default/banks", "/v1/default/banks?q=live&limit=5");
    expect(list.body.banks.map((each: { readonly bank_id: string }) => each.bank_id)).toEqual([BANK]);
    expect((await live(`GET ${B}/stats`, at("/stats"))).body).toMatchObject({ total_nodes: 1, total_documents: 1 });
  });

  it("configuration", async () => {
    const changed = await live(`PATCH ${B}/config`, at("/config"), { updates: { retain_chunk_size: 2_000 } });
    expect(changed.body).toMatchObject({ bank_id: BANK, overrides: { retain_chunk_size: 2_000 }, config: { retain_chunk_size: 2_000 } });
    expect(changed.body.origins).toMatchObject({ retain_chunk_size: "bank", recall_max_tokens: "default" });
    expect((await live(`GET ${B}/config`, at("/config"))).body).toEqual(changed.body);
    expect((await live(`DELETE ${B}/config`, at("/config"))).body.overrides).not.toHaveProperty("retain_chunk_size");
  });

  it("aliases", async () => {
    expect((await live(`POST ${B}/aliases`, at("/aliases"), { alias: "other" })).status).toBe(201);
    await live(`GET ${B}/aliases`, bankPath("other", "/aliases"));
    await live(`PATCH ${B}/aliases/{alias}`, at("/aliases/other"), { primary: true });
    await live(`DELETE ${B}/aliases/{alias}`, at("/aliases/other"));
  });

  it("webhooks", async () => {
    const hook = { url: "https://example.com/hook", secret: "s3cret", event_types: ["retain.completed"] };
    const made = await live(`POST ${B}/webhooks`, at("/webhooks"), hook);
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain("s3cret");
    const one = at(`/webhooks/${made.body.id as string}`);
    expect((await live(`GET ${B}/webhooks`, at("/webhooks"))).body.items).toHaveLength(1);
    expect((await live(`PATCH ${B}/webhooks/{webhook_id}`, one, { enabled: false })).body.enabled).toBe(false);
    expect((await live(`GET ${B}/webhooks/{webhook_id}/deliveries`, `${one}/deliveries`)).body.items).toEqual([]);
    await live(`DELETE ${B}/webhooks/{webhook_id}`, one);
  });

  it("language models: what they were asked, and whether they answer", async () => {
    await live(`GET ${B}/llm-requests`, at("/llm-requests"));
    await live(`GET ${B}/llm-requests/stats`, at("/llm-requests/stats"));
    await live(`POST ${B}/health/llm`, at("/health/llm"));
  });

  it("last, the bank goes; and no operation of these routes was left out", async () => {
    expect((await live(`DELETE ${B}`, at())).body).toMatchObject({ success: true });
    // Always 410: statuses.test.ts.
    const retired = [`GET ${B}/profile`, `PUT ${B}/profile`, `POST ${B}/background`];
    expect(leftOut("banks").filter((name) => !retired.includes(name))).toEqual([]);
  });
});
