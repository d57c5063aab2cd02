// hindsight retain with files: what is text travels as text, the rest is read by the server, and what is left out is named.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { run, runJson } from "./support/run.js";

describe("hindsight retain", { timeout: 120_000 }, () => {
  let server: TestServer;
  let folder: string;
  let env: Readonly<Record<string, string>>;
  const documents = async (bank: string): Promise<readonly { id: string; tags: string[]; document_metadata: object | null }[]> =>
    (await server.call("GET", `/v1/default/banks/${bank}/documents`)).body.items;
  const textOf = async (bank: string, id: string): Promise<string> =>
    (await server.call("GET", `/v1/default/banks/${bank}/documents/${encodeURIComponent(id)}`)).body.original_text;

  beforeAll(async () => {
    server = await openServer();
    env = { HINDSIGHT_API_URL: server.url };
    folder = mkdtempSync(join(tmpdir(), "hindsight-cli-"));
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "node_modules", "left.md"), "Nobody wants this.");
    writeFileSync(join(folder, "notes.md"), "Ann moved to Delft last spring.");
    writeFileSync(join(folder, "page.html"), "<html><script>var tracker = 1;</script><p>The ferry leaves at noon.</p></html>");
    writeFileSync(join(folder, "prices.csv"), "fruit,price\napple,3\npear,4\n");
    writeFileSync(join(folder, "blank.txt"), " \n");
    writeFileSync(join(folder, "photo.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    writeFileSync(join(folder, "old.doc"), "x");
    writeFileSync(join(folder, "broken.pdf"), "this is no PDF at all \0\0");
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("takes a folder: text as text, files through the readers, the rest by name with the reason", async () => {
    const { output, error } = await run(["retain", "pile", folder, "--tags", "a,b", "-m", "from=desk", "-m", "year=2026"], env);
    expect(error?.message).toBe("1 of 3 file(s) could not be retained.");
    expect(output).toMatch(/broken\.pdf/);
    for (const name of ["blank.txt", "photo.png", "old.doc", "node_modules"]) expect(output).toContain(name);
    expect(output).not.toContain("left.md");
    expect(output).not.toContain("…"); // nothing is cut, however long the path
    const stored = await documents("pile");
    expect(stored.map(({ id }) => id.slice(folder.length + 1)).sort()).toEqual(["notes.md", "page.html", "prices.csv"]);
    for (const one of stored) expect(one).toMatchObject({ tags: ["a", "b"], document_metadata: { from: "desk", year: "2026" } });
    const page = await textOf("pile", join(folder, "page.html"));
    expect(page).toContain("The ferry leaves at noon.");
    expect(page).not.toContain("tracker");
    expect(await textOf("pile", join(folder, "prices.csv"))).toMatch(/\| *apple *\| *3 *\|/);
  });

  test("takes one file, and counts it", async () => {
    const reply = await runJson(["retain", "one", join(folder, "page.html"), "-d", "ferry"], env);
    expect(reply).toMatchObject({ items: 0, files: 1, documents: ["ferry"], skipped: [], failed: [] });
    expect(reply.stored).toBeGreaterThan(0);
  });

  test("queues files with --async and names their operations", async () => {
    const reply = await runJson(["retain", "later", join(folder, "page.html"), "--async"], env);
    expect(reply.operation_ids).toHaveLength(1);
    await server.idle();
    expect(await documents("later")).toHaveLength(1);
  });

  test("refuses for a file what works with text alone, and sends nothing", async () => {
    for (const option of [["--append"], ["--entities", "Ann"]]) {
      const { error } = await run(["retain", "none", join(folder, "page.html"), ...option], env);
      expect(error?.message).toContain(`${option[0]} works with text alone`);
    }
    expect((await server.call("GET", "/v1/default/banks/none/documents")).status).toBe(404);
  });

  test("passes entities and a strategy on", async () => {
    await server.call("PUT", "/v1/default/banks/strategic", {});
    const config = { updates: { retain_strategies: { brief: { retain_extraction_mode: "chunks" } } } };
    expect((await server.call("PATCH", "/v1/default/banks/strategic/config", config)).status).toBe(200);
    const text = "Ann: I row on the canal every Sunday.\nBob: I swim in the lake when it is warm.";
    const brief = await runJson(["retain", "strategic", text, "--entities", "Ann Lee", "--strategy", "brief"], env);
    const usual = await runJson(["retain", "plain", text], env); // control: without the strategy it is more than its one chunk
    expect(brief.stored).toBe(1);
    expect(usual.stored).toBe(2);
    const { items } = (await server.call("GET", "/v1/default/banks/strategic/entities")).body;
    expect(items.map((entity: { canonical_name: string }) => entity.canonical_name)).toContain("Ann Lee");
  });

  test("a refusal ends with a full stop before the hint", async () => {
    const keyed = await openServer({ HINDSIGHT_API_TENANT_API_KEY: "k" });
    const { error } = await run(["bank", "list"], { HINDSIGHT_API_URL: keyed.url });
    await keyed.close();
    expect(error?.message).toMatch(/\w\. Set HINDSIGHT_API_KEY to the server's key, or keep it with "hindsight configure"\.$/);
  });
});
