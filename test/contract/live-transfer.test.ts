// What the routes of templates, archives, graphs, time series and the audit log really answer, held against the contract.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type TestServer } from "../support/server.js";
import { sendForm } from "../support/upload.js";
import { B, HAS_CONTRACT, liveCalls } from "./live.js";

const BANK = "live-transfer";
const at = (rest = ""): string => bankPath(BANK, rest);

describe.skipIf(!HAS_CONTRACT)("live replies of transfers (needs shared/contract/openapi.json)", () => {
  let server: TestServer;
  const { live, held, leftOut } = liveCalls(() => server);
  beforeAll(async () => {
    server = await openServer({ HINDSIGHT_API_AUDIT_LOG_ENABLED: "true" });
    await server.retain(BANK, [
      { content: "Ann moved to Delft with Ben.", document_id: "one", tags: ["ann"], timestamp: "2026-11-20T10:00:00Z" },
      { content: "Ben rows on the canal with Ann.", document_id: "two" },
    ]);
  });
  afterAll(() => server.close());

  /** The archive of an export, and the path by which it was downloaded. */
  async function archived(bank: string, operationId: string): Promise<{ readonly path: string; readonly bytes: Uint8Array }> {
    await server.idle();
    const { body } = await server.call("GET", bankPath(bank, `/operations/${operationId}`));
    expect(body.status, JSON.stringify(body)).toBe("completed");
    const { pathname } = new URL(body.result_metadata.download_url, server.url);
    const reply = await fetch(server.url + pathname);
    expect(reply.status).toBe(200);
    return { path: pathname, bytes: new Uint8Array(await reply.arrayBuffer()) };
  }

  function formOf(bytes: Uint8Array): FormData {
    const form = new FormData();
    form.append("file", new Blob([bytes as unknown as string], { type: "application/zip" }), "archive.zip");
    return form;
  }

  it("templates", async () => {
    expect((await live("GET /v1/bank-template-schema", "/v1/bank-template-schema")).body).toHaveProperty("properties");
    const template = await live(`GET ${B}/export`, at("/export"));
    const dry = await live(`POST ${B}/import`, bankPath("live-from-template", "/import?dry_run=true"), template.body);
    expect(dry.body.dry_run).toBe(true);
    await live(`POST ${B}/import`, bankPath("live-from-template", "/import"), template.body);
    expect((await server.call("GET", bankPath("live-from-template", "/stats"))).status).toBe(200);
  });

  it("a bank: exported, downloaded, imported, cloned", async () => {
    const started = await live(`POST ${B}/transfer/export`, at("/transfer/export"));
    const { path, bytes } = await archived(BANK, started.body.operation_id);
    expect(String.fromCharCode(...bytes.slice(0, 2))).toBe("PK");
    held("GET /v1/default/files/download/{key}", { ...(await server.call("GET", path)), body: {} });
    const back = held(`POST ${B}/transfer/import`, await sendForm(server, at("/transfer/import?target_bank_id=live-copy"), formOf(bytes)));
    expect(back.status).toBe(202);
    await live(`POST ${B}/clone`, at("/clone?target_bank_id=live-clone"));
    await server.idle();
    for (const bank of ["live-copy", "live-clone"]) {
      expect((await server.call("GET", bankPath(bank, "/stats"))).body).toMatchObject({ total_nodes: 2, total_documents: 2 });
    }
  });

  it("documents: exported, imported", async () => {
    const started = await live(`POST ${B}/document-transfer/export`, at("/document-transfer/export?document_id=one"));
    const { bytes } = await archived(BANK, started.body.operation_id);
    held(`POST ${B}/document-transfer`, await sendForm(server, bankPath("live-documents", "/document-transfer"), formOf(bytes)));
    await server.idle();
    expect((await server.call("GET", bankPath("live-documents", "/stats"))).body).toMatchObject({ total_documents: 1 });
    // Retired: it answers 410 and names the route to use instead.
    expect((await server.call("GET", at("/document-transfer"))).status).toBe(410);
  });

  it("graphs and time series", async () => {
    expect((await live(`GET ${B}/graph`, at("/graph"))).body.nodes).toHaveLength(2);
    expect((await live(`GET ${B}/entities/graph`, at("/entities/graph?min_count=1"))).body.nodes.length).toBeGreaterThan(1);
    const series = await live(`GET ${B}/stats/memories-timeseries`, at("/stats/memories-timeseries"));
    expect(series.body.buckets.length).toBeGreaterThan(0);
  });

  it("the audit log; and no operation of these routes was left out", async () => {
    const list = await live(`GET ${B}/audit-logs`, at("/audit-logs"));
    expect(list.body.items.length).toBeGreaterThan(0);
    await live(`GET ${B}/audit-logs/{log_id}`, at(`/audit-logs/${list.body.items[0].id as string}`));
    await live(`GET ${B}/audit-logs/stats`, at("/audit-logs/stats"));
    expect(leftOut("transfer").filter((name) => name !== `GET ${B}/document-transfer`)).toEqual([]);
  });
});
