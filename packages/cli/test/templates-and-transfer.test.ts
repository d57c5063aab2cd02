// Templates, archives and entities from the command line: what is shown, what is written, what is refused.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf, flat } from "./support/cli.js";

describe("hindsight", { timeout: 60_000 }, () => {
  const files = mkdtempSync(join(tmpdir(), "hindsight-cli-"));
  let server: TestServer;
  let cli: Cli;
  beforeAll(async () => {
    server = await openServer({ HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks" });
    cli = cliOf(server.url);
    const item = (document_id: string, content: string, ...names: readonly string[]) => ({
      document_id,
      content,
      entities: names.map((text) => ({ text })),
    });
    await server.retain("work", [item("notes/1", "Rob paints the shed.", "Rob"), item("notes/2", "Bobby bought a violin.", "Bobby")]);
  });
  afterAll(async () => {
    rmSync(files, { recursive: true, force: true });
    await server.close();
  });

  test("bank template lists, shows, tries, imports and exports", async () => {
    const [first] = await cli.json("bank", "template", "list");
    expect(flat(await cli.text("bank", "template", "list"))).toContain(first.id);
    expect(await cli.json("bank", "template", "show", first.id)).toEqual(first.manifest);
    expect(await cli("bank", "template", "show", "nothing")).toMatchObject({ status: 1, errors: expect.stringContaining(first.id) });
    expect(await cli.text("bank", "template", "import", "fresh", first.id, "--dry-run")).toContain("Nothing was changed.");
    expect((await cli("bank", "template", "export", "fresh")).status).toBe(1); // no bank
    await cli.text("bank", "template", "import", "fresh", first.id);
    const file = join(files, "fresh.json");
    expect(await cli.text("bank", "template", "export", "fresh", "--file", file)).toContain(file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(first.manifest);
    expect(await cli("bank", "export-template", "fresh", "--file", file)).toMatchObject({
      status: 1,
      errors: expect.stringContaining("--force"),
    });
    expect(await cli.json("bank", "import-template", "twin", file)).toMatchObject({ bank_id: "twin" });
    writeFileSync(file, JSON.stringify({ version: "9" }));
    expect((await cli("bank", "template", "import", "twin", file)).status).toBe(1);
    expect(await cli.json("bank", "template-schema")).toHaveProperty("properties");
  });

  test("bank export, import and clone move a bank, and document export and import some documents", async () => {
    const file = join(files, "work.zip");
    expect(flat(await cli.text("bank", "export", "work", file))).toContain("factsexported2");
    expect([statSync(file).mode & 0o077, existsSync(`${file}.part-${process.pid}`)]).toEqual([0, false]);
    expect(await cli("bank", "export", "nowhere", file)).toMatchObject({ status: 1, errors: expect.stringContaining("--force") });
    expect(await cli.json("bank", "import", "copy", file)).toMatchObject({
      result_metadata: { target_bank_id: "copy", facts_imported: 2 },
    });
    expect((await cli("bank", "import", "copy", file)).status).toBe(1);
    expect(await cli.json("bank", "clone", "work", "clone")).toMatchObject({ result_metadata: { documents_imported: 2 } });

    const notes = join(files, "notes.zip");
    await cli.text("document", "export", "work", notes, "-d", "notes/1");
    expect(await cli.json("document", "import", "other", notes)).toMatchObject({ result_metadata: { documents_imported: 1 } });
    const again = await cli.json("bank", "import", "other", notes, "--merge", "--on-conflict", "new-id");
    expect(again.result_metadata.remapped_document_ids).toEqual({ "notes/1": "notes/1 (2)" });
    expect((await cli("document", "import", "other", notes, "--on-conflict", "perhaps")).status).toBe(1);
    writeFileSync(notes, "no archive");
    expect(await cli("document", "import", "other", notes)).toMatchObject({
      status: 1,
      errors: expect.stringContaining("cannot be imported"),
    });
  });

  test("entity merges and splits; a retain says how far it is to be believed", async () => {
    const { items } = await cli.json("entity", "list", "work");
    const idOf = (name: string): string => items.find((one: { canonical_name: string }) => one.canonical_name === name).id;
    const [rob, bobby] = [idOf("Rob"), idOf("Bobby")];
    expect(flat(await cli.text("entity", "merge", "work", rob, bobby))).toContain("Bobby");
    for (const named of [rob, rob.slice(0, 8), "rob", "BOBBY"])
      expect(await cli.json("entity", "get", "work", named)).toMatchObject({ id: rob, mention_count: 2, aliases: [{ name: "Bobby" }] });
    expect((await cli.json("entity", "list", "work", "-q", "bobb")).items).toMatchObject([{ id: rob }]);
    expect((await cli("entity", "get", "work", "Ro")).errors).toMatch(/called "Ro"\. Which one is meant\?\n {2}[-0-9a-f]{36} {2}Rob \(2\)/);
    expect((await cli("entity", "get", "work", "Nobody")).errors).toContain("hindsight entity list work");
    expect((await cli("entity", "split", "work", rob)).errors).toContain("--alias");
    expect(await cli.json("entity", "split", "work", "Bobby", "--alias", "Bobby")).toMatchObject({
      split: { id: bobby, mention_count: 1 },
    });

    const { items: memories } = await cli.json("memory", "list", "work");
    const [{ id: whole }] = memories;
    expect(await cli.json("memory", "invalidate", "work", whole.slice(0, 9))).toMatchObject({ id: whole });
    expect(await cli.json("memory", "restore", "work", whole.slice(0, 9))).toMatchObject({ id: whole, state: "valid" });
    const beginnings = Array.from({ length: 2000 }, (_, at) => (at + 4096).toString(16));
    const unused = beginnings.find((each) => memories.every(({ id }: { id: string }) => !id.startsWith(each)));
    expect((await cli("memory", "get", "work", unused ?? "")).errors).toContain(`No memory has an id that begins with ${unused}.`);
    const { operation_id: queued } = await cli.json("retain", "doubts", "Somebody rows.", "--async");
    expect(await cli.json("operation", "get", "doubts", queued.slice(0, 8), "--wait")).toMatchObject({ operation_id: queued });
    await cli.text("retain", "doubts", "Somebody says that the shop is shut.", "--source-trust", "low");
    const { items: facts } = (await server.call("GET", "/v1/default/banks/doubts/memories/list")).body;
    expect(JSON.stringify(facts)).toContain("low");
    expect((await cli("retain", "doubts", "x", "--source-trust", "some")).status).toBe(1);
  });
});
