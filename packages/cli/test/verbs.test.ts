// The verbs that the published command line has, by its names: each does what its name says.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf, flat } from "./support/cli.js";

describe("hindsight", { timeout: 120_000 }, () => {
  let server: TestServer;
  let cli: Cli;
  const top = mkdtempSync(path.join(tmpdir(), "hindsight-verbs-"));

  beforeAll(async () => {
    server = await openServer();
    cli = cliOf(server.url);
  });
  afterAll(async () => {
    await server.close();
    rmSync(top, { recursive: true, force: true });
  });

  test("a bank is made, named, given a mission and a temper, and its settings are set and taken away", async () => {
    expect(flat(await cli.text("bank", "create", "b", "-n", "Bee", "-m", "Remember bees.", "--skepticism", "5"))).toContain(
      "dispositionskepticism5,literalism3,empathy3",
    );
    await cli.text("bank", "name", "b", "Hive");
    await cli.text("bank", "mission", "b", "Remember hives.");
    await cli.text("bank", "set-disposition", "b", "--empathy", "1");
    expect(await cli.json("bank", "update", "b", "--literalism", "2")).toMatchObject({
      name: "Hive",
      mission: "Remember hives.",
      disposition: { skepticism: 5, literalism: 2, empathy: 1 },
    });
    expect(await cli.json("bank", "disposition", "b")).toEqual({ skepticism: 5, literalism: 2, empathy: 1 });
    expect((await cli("bank", "update", "b")).errors).toContain("nothing to change");
    expect((await cli("bank", "update", "nobody", "-n", "x")).status).toBe(1);

    expect(await cli.text("complete", "banks")).toMatch(/^b$/m);
    const set = await cli.json("bank", "set-config", "b", "--retain-chunk-size", "500", "--no-enable-reranking", "recall_max_tokens=99");
    expect(set.overrides).toMatchObject({ retain_chunk_size: 500, enable_reranking: false, recall_max_tokens: 99 });
    expect((await cli("bank", "set-config", "b")).errors).toContain("nothing to change");
    expect((await cli("bank", "reset-config", "b")).errors).toContain("add --yes");
    expect((await cli.json("bank", "reset-config", "b", "-y")).overrides).toEqual({});
    expect((await cli("bank", "background", "b", "x")).errors).toContain("retired");
  });

  test("memory retains, recalls with a time preferred, and refuses to delete one", async () => {
    await cli.text("memory", "retain", "m", "The boat was sold.", "-d", "d", "-t", "2024-05-01T00:00:00Z", "--document-tags", "boat,ann");
    await cli.text("memory", "retain", "m", "The boat was bought.", "-t", "2020-05-01T00:00:00Z");
    const texts = async (...options: readonly string[]): Promise<readonly string[]> =>
      (await cli.json("memory", "recall", "m", "What of the boat?", ...options)).results.map(({ text }: { text: string }) => text);
    expect(await texts()).toHaveLength(2); // control
    for (const [year, first] of [
      ["2024", "The boat was sold."],
      ["2020", "The boat was bought."],
    ] as const)
      expect((await texts("--window-start", `${year}-01-01T00:00:00Z`, "--window-end", `${year}-12-31T00:00:00Z`))[0]).toBe(first);
    expect((await cli("memory", "recall", "m", "boat", "--window-start", "2024-01-01T00:00:00Z")).errors).toContain("Give both");
    const { chunks } = await cli.json("memory", "recall", "m", "boat", "--include-chunks", "--chunk-max-tokens", "100");
    const [id = ""] = Object.keys(chunks);
    expect(flat(await cli.text("chunk", "get", id))).toContain("Theboatwas");
    expect(flat(await cli.text("tag", "list", "m"))).toMatch(/(ann1boat1|boat1ann1)2of2$/);
    expect((await cli.json("tag", "list", "m", "-q", "b*")).items).toEqual([{ tag: "boat", count: 1 }]);
    await cli.text("document", "update", "m", "d", "--tags", "sold");
    expect((await cli.json("tag", "list", "m")).items).toEqual([{ tag: "sold", count: 1 }]);
    const refused = await cli("memory", "delete", "m", "7");
    expect([refused.status, refused.errors]).toEqual([1, expect.stringContaining("hindsight memory invalidate m 7")]);
  });

  test("retain-files names documents after files, and two of one name do not replace each other", async () => {
    mkdirSync(path.join(top, "notes/old"), { recursive: true });
    writeFileSync(path.join(top, "notes/ann.md"), "Ann rows.");
    writeFileSync(path.join(top, "notes/old/ben.md"), "Ben swims.");
    const ids = async () => (await cli.json("document", "list", "f")).items.map(({ id }: { id: string }) => id).toSorted();
    await cli.text("memory", "retain-files", "f", path.join(top, "notes"), "--no-recursive");
    expect(await ids()).toEqual(["ann"]);
    await cli.text("memory", "retain-files", "f", path.join(top, "notes"));
    expect(await ids()).toEqual(["ann", "ben"]);
    writeFileSync(path.join(top, "notes/old/ann.txt"), "Another Ann.");
    expect((await cli("memory", "retain-files", "f", path.join(top, "notes"), "-r")).errors).toContain('the document "ann"');
    expect((await cli("memory", "retain-files", "f", "no such text")).errors).toContain("There is no file or folder");
  });

  test("the record of an operation is deleted", async () => {
    const { operation_id: id } = await cli.json("memory", "retain", "o", "Ann rows.", "--async");
    await cli.text("operation", "get", "o", id, "--wait");
    expect((await cli("operation", "delete", "o", id)).errors).toContain("add --yes");
    await cli.text("operation", "delete", "o", id, "-y");
    expect((await cli("operation", "get", "o", id)).errors).toContain("There is no operation");
  });

  test("options by their published names do what ours do", async () => {
    await cli.text("memory", "retain", "p", "Carol leads a project.", "--doc-id", "meeting", "--timestamp", "2024-01-15");
    expect((await cli.json("document", "get", "p", "meeting")).original_text).toBe("Carol leads a project.");
    const found = async (kind: string) => (await cli.json("memory", "recall", "p", "Who leads?", "--fact-type", kind)).results.length;
    expect([await found("world,experience"), await found("observation")]).toEqual([1, 0]);
    const model = ["Status", "What is the status?", "--id", "status", "--tags", "a", "--tags-match", "any", "--trigger-mode", "delta"];
    await cli.text("mental-model", "create", "p", ...model, "--trigger-refresh-after-consolidation", "true");
    const { trigger } = await cli.json("mental-model", "update", "p", "status", "--trigger-keep-trace", "true");
    expect(trigger).toMatchObject({ mode: "delta", tags_match: "any", refresh_after_consolidation: true, keep_trace: true });
    const off = await cli.json("mental-model", "update", "p", "status", "--trigger-refresh-after-consolidation", "false");
    expect(off.trigger).toMatchObject({ refresh_after_consolidation: false, keep_trace: true });
    await cli.text("mental-model", "delete", "p", "status", "-y");
    const { id: folder } = await cli.json("knowledge-base", "create-folder", "p", "Operations");
    await cli.text("knowledge-base", "create-page", "p", "On call", "Who is on call?", "--parent-id", folder);
    expect(await cli.text("knowledge-base", "export", "p")).toMatch(/==> index\.md <==\n[\s\S]*On call/);
    const hook = await cli.json("webhook", "create", "p", "https://example.com/hook", "--event-types", "retain.completed");
    expect(hook.event_types).toEqual(["retain.completed"]);
    const template = path.join(top, "template.json");
    expect(await cli.text("bank", "export-template", "p", "-o", template)).toBe(`Saved as ${template}.\n`);
    expect(await cli.json("bank", "export-template", "p")).toEqual(JSON.parse(readFileSync(template, "utf8")));
    const refused = await cli("bank", "set-config", "p", "--llm-model", "m", "--llm-api-key", "a-secret-key");
    expect([refused.status, refused.errors]).toEqual([1, expect.not.stringContaining("a-secret-key")]);
    expect(refused.errors).toContain("llm_model");
  });

  test("health, metrics and versions are told; a version also without a server", async () => {
    expect(await cli.json("health")).toMatchObject({ status: "healthy" });
    expect(await cli.text("metrics")).toMatch(/^# (HELP|TYPE) hindsight_/m);
    expect(await cli.json("version")).toMatchObject({ cli_version: "0.0.0", server: { url: server.url } });
    const alone = cliOf("http://127.0.0.1:2");
    expect(await alone.json("version")).toEqual({ cli_version: "0.0.0", server: null });
    expect(await alone("health")).toMatchObject({ status: 1, errors: expect.stringContaining("No server answers") });
  });

  test("demo asks nobody in a pipe, keeps what it made unless told otherwise, and never deletes a bank that was there", async () => {
    const said = await cli.text("demo");
    expect(said).toContain("→ Ann moved to Delft last spring and rows on the canal on Sundays.");
    expect(said).toMatch(/3\. Reflect[\s\S]*walnuts[\s\S]*is kept: hindsight bank delete demo/);
    const ids = async () => (await cli.json("bank", "list")).banks.map(({ bank_id: id }: { bank_id: string }) => id);
    expect(await ids()).toContain("demo");
    expect(await cli.json("demo", "--delete")).toMatchObject({ bank_id: "demo", deleted: false });
    expect(await ids()).toContain("demo");
    expect(await cli.json("demo", "--delete", "--bank", "demo-2")).toMatchObject({ bank_id: "demo-2", deleted: true });
    expect(await ids()).not.toContain("demo-2");
  });
});
