// hindsight pages: the tree, its pages, and their files, against a server.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf } from "./support/cli.js";

describe("hindsight pages", { timeout: 120_000 }, () => {
  let server: TestServer;
  let cli: Cli;
  let folder: string;

  beforeAll(async () => {
    server = await openServer();
    cli = cliOf(server.url);
    folder = mkdtempSync(join(tmpdir(), "hindsight-pages-"));
    await server.retain("work", [{ content: "Ann is on call on Fridays.", document_id: "rota", tags: ["type:runbook"] }]);
    await server.idle();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  });

  test("makes folders and pages and draws them as a tree", async () => {
    expect(await cli.text("pages", "list", "work")).toContain("There are no pages.");
    expect(await cli.text("pages", "folder", "work", "Team")).toMatch(/^Made kf-\w+\.\n$/);
    const inner = await cli.json("knowledge-base", "create-folder", "work", "Duty", "--in", "Team");
    expect(inner).toMatchObject({ kind: "folder", name: "Duty" });
    const page = await cli.text(
      "pages",
      "create",
      "work",
      "On call",
      "Who is on call, and when?",
      "--in",
      "Team/Duty",
      "--tags",
      "type:runbook",
      "--wait",
    );
    expect(page).toContain("Ann is on call on Fridays.");
    const second = await cli.json("pages", "create", "work", "Rota", "Which days are there?", "--mode", "full");
    expect(second).toMatchObject({ page_id: expect.stringMatching(/^kp-/), mental_model_id: expect.any(String) });
    await server.idle();

    const lines = (await cli.text("pages", "list", "work")).split("\n");
    const at = (words: string): number => lines.findIndex((line) => line.includes(words));
    expect(lines[at("Team/")]).toMatch(/^[├└]─ Team\/ {2}kf-/);
    expect(lines[at("Duty/")]).toMatch(/^[│ ] {2}└─ Duty\/ {2}kf-/);
    expect(lines[at("On call")]).toMatch(/^[│ ] {5}└─ On call {2}kp-\w+ {2}\(refreshed .*; type:runbook\)$/);
    expect([at("Duty/"), at("On call")]).toEqual([at("Team/") + 1, at("Team/") + 2]);
    const { roots } = await cli.json("pages", "tree", "work");
    expect(roots.find((node: { name: string }) => node.name === "Team").children[0].children[0].name).toBe("On call");
    expect(await cli.text("pages", "list", "work", "--tags", "type:runbook", "--tags-match", "any_strict")).not.toContain("Rota");
  });

  test("reads and searches them", async () => {
    expect(await cli.text("pages", "show", "work", "Team/Duty/On call")).toMatch(
      /^---\nid: [\s\S]*title: "?On call[\s\S]*Ann is on call on Fridays\.\n$/,
    );
    expect(await cli.text("pages", "show", "work", "Team/Duty/On call", "--body")).not.toContain("---");
    const { id, mental_model_id: model } = await cli.json("pages", "get", "work", "Team/Duty/On call");
    expect(await cli.json("model", "get", "work", model)).toMatchObject({ id: model, is_knowledge_page: true });
    const file = await cli.text("pages", "get", "work", id);
    expect(file).toMatch(new RegExp(`^---\\nid: "${id}"\\n[^#]*\\n# mental model: "${model}"\\n---\\n`));
    const again = await server.call("POST", "/v1/default/banks/work/knowledge-base/import", {
      files: [{ path: "Team/Duty/On call.md", content: file }],
    });
    expect(again.body).toMatchObject({ created: 0, updated: 0, refused: 0, unchanged: 3 });
    expect((await cli.json("knowledge-base", "get-page", "work", "Rota")).markdown).toContain("Rota");
    expect(await cli.text("pages", "search", "work", "Fridays")).toMatch(/On call[\s\S]*Fridays/);
    expect((await cli.json("pages", "search", "work", "Fridays", "-l", "1")).results).toHaveLength(1);
    expect(await cli.text("pages", "search", "work", "Fridays", "--tags", "other", "--tags-match", "all_strict")).toBe(
      "No page speaks of that.\n",
    );
  });

  test("tells what a page said before; a page's id where a mental model's belongs is told where it goes", async () => {
    const path = "Team/Duty/On call";
    const { id, markdown } = await cli.json("pages", "get", "work", path);
    const refusal = await cli("mental-model", "get", "work", id);
    expect(refusal).toMatchObject({ status: 1, errors: expect.stringContaining(`"hindsight pages get work ${id}"`) });
    for (const verb of ["history", "refresh", "clear", "delete"])
      expect((await cli("mental-model", verb, "work", id)).errors).toContain("hindsight pages history");
    expect((await cli("mental-model", "get", "work", "kp")).errors).not.toContain("hindsight pages");
    const content = markdown.replace("on Fridays", "on Sundays");
    await server.call("POST", "/v1/default/banks/work/knowledge-base/import", { files: [{ path: `${path}.md`, content }] });
    expect(await cli.text("pages", "get", "work", path)).toContain("on Sundays"); // control
    expect(await cli.text("pages", "history", "work", path)).toContain("Ann is on call on Fridays.");
    expect((await cli.json("pages", "history", "work", id))[0].previous_content).toContain("on Fridays");
    await server.call("POST", "/v1/default/banks/work/knowledge-base/import", { files: [{ path: `${path}.md`, content: markdown }] });
  });

  test("renames, moves and changes them", async () => {
    expect(await cli.text("pages", "rename", "work", "Rota", "Days")).toMatch(/^kp-\w+ is now called Days\.\n$/);
    expect(await cli.text("pages", "move", "work", "Days", "Team")).toBe("Days now lies in Team.\n");
    expect(await cli.json("pages", "move", "work", "Team/Days", "/")).toMatchObject({ name: "Days", parent_id: null });
    const changed = await cli.json("pages", "update", "work", "Days", "--in", "Team", "--refresh-cron", "0 6 * * 1");
    expect(changed.trigger).toMatchObject({ mode: "full", refresh_cron: "0 6 * * 1" });
    expect(await cli.text("pages", "update", "work", "Team/Days", "-n", "Rota")).toMatch(/^Changed Rota \(kp-/);
    const circle = await cli("pages", "move", "work", "Team", "Team/Duty");
    expect(circle).toMatchObject({ status: 1, output: "" });
  });

  test("exports them into a folder, and overwrites nothing that is there", async () => {
    const dir = join(folder, "wiki");
    const said = await cli.text("pages", "export", "work", "--dir", dir);
    const files = readdirSync(dir);
    expect(said).toBe(`Wrote ${files.length} files into ${dir}.\n`);
    expect(files).toContain("index.md");
    expect(files.map((file) => readFileSync(join(dir, file), "utf8")).join("\n")).toContain("Ann is on call on Fridays.");
    expect(await cli("pages", "export", "work", "--dir", dir)).toMatchObject({
      status: 1,
      errors: expect.stringContaining("--force overwrites"),
    });
    await cli.text("pages", "export", "work", "--dir", join(folder, "tree"), "--layout", "tree");
    expect(readFileSync(join(folder, "tree", "Team", "Duty", "On call.md"), "utf8")).toContain("Ann is on call on Fridays.");
    expect((await cli.json("pages", "export", "work", "--dir", dir, "--force")).files.toSorted()).toEqual(files.toSorted());
  });

  test("asks before a folder with pages, deletes, and finds nothing afterwards", async () => {
    const asked = await cli("pages", "delete", "work", "Team");
    expect(asked).toMatchObject({ status: 1, errors: expect.stringContaining('the folder "Team" with 2 pages? Nobody can be asked here') });
    expect(await cli.json("pages", "delete", "work", "Team/Rota")).toEqual({ status: "deleted" });
    expect(await cli.text("pages", "delete", "work", "Team", "--yes")).toBe("Deleted Team with 1 page.\n");
    expect(await cli.text("pages", "list", "work")).toContain("There are no pages.");
  });

  test("bad input ends with status 1 and says what to do", async () => {
    await cli.text("pages", "folder", "work", "A/B");
    await cli.text("pages", "folder", "work", "A");
    await cli.text("pages", "folder", "work", "B", "--in", "A");
    const refused = async (...args: readonly string[]) => {
      const { status, output, errors } = await cli("pages", ...args);
      expect([status, output]).toEqual([1, ""]);
      return errors;
    };
    expect(await cli.text("pages", "export", "work")).toContain("==> index.md <=="); // without a folder they are shown
    expect(await refused("list", "nobody")).toContain("Bank 'nobody' not found");
    expect(await refused("show", "work", "Nowhere")).toContain("There is no page Nowhere");
    expect(await refused("show", "work", "A")).toContain("There is no page A"); // it is a folder
    expect(await refused("rename", "work", "A/B", "C")).toMatch(/A\/B is the path of kf-\w+ and kf-\w+: take the id/);
    expect(await refused("create", "work", "Name")).toContain("missing required argument 'question'");
    expect(await refused("create", "work", "Name", "?", "--in", "Nowhere")).toContain("There is no folder Nowhere");
    expect(await refused("update", "work", "A")).toContain("nothing to change");
  });
});
