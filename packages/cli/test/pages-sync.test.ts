// hindsight pages sync and import, as processes against a real server and a real folder: what stands on the disk afterwards.

import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bankPath } from "../../../test/support/server.js";
import { openWiki, page, type Wiki } from "./support/wiki.js";

let wiki: Wiki;
beforeAll(async () => {
  wiki = await openWiki();
});
beforeEach(() => wiki.fresh());
afterAll(() => wiki.close());

describe("hindsight pages sync", { timeout: 120_000 }, () => {
  test("writes the tree, then only what changed: pages renamed, moved, deleted and written anew follow", async () => {
    await wiki.have(page("Team/Ann.md", "Ann rows."), page("Team/Bob.md", "Bob sings."), page("Loose.md", "Loose."));
    await wiki.server.call("POST", wiki.base("/folders"), { name: "Empty" });
    const first = await wiki.sync("--json");
    expect(first.status).toBe(0);
    expect(wiki.onDisk()).toEqual(await wiki.asServed());
    expect(wiki.onDisk()["Team/Ann.md"]).toContain("Ann rows.");
    expect(lstatSync(path.join(wiki.dir, "Team/Ann.md")).mode & 0o777).toBe(0o444);
    const inode = lstatSync(path.join(wiki.dir, "Team/Bob.md")).ino;

    await wiki.patch("Ann", { name: "Ann Lee" });
    await wiki.patch("Loose", { parent_id: await wiki.idOf("Team") });
    await wiki.server.call("DELETE", wiki.base(`/nodes/${await wiki.idOf("Empty")}`));
    const second = JSON.parse((await wiki.sync("--json")).output);
    expect(second.changes.filter(({ what }: { what: string }) => what === "moved")).toEqual([
      { path: "Team/Ann Lee.md", what: "moved", note: "from Team/Ann.md" },
      { path: "Team/Loose.md", what: "moved", note: "from Loose.md" },
    ]);
    expect(second.has_conflicts).toBe(false);
    expect(wiki.onDisk()).toEqual(await wiki.asServed());
    expect(lstatSync(path.join(wiki.dir, "Team/Bob.md")).ino).toBe(inode); // not written again

    await wiki.have(page("Team/Bob.md", "Bob whistles."));
    const third = await wiki.sync();
    expect(third.output).toMatch(/updated +│ Team\/Bob\.md/);
    expect(wiki.onDisk()["Team/Bob.md"]).toContain("Bob whistles.");
    expect((await wiki.sync()).output).toBe(`${wiki.dir}: nothing changed, 4 as they were.\n`);
  });

  test("what a sync wrote is imported into an empty bank as the same tree", async () => {
    await wiki.have(page("Team/Ann.md", "Ann rows."), page("Team: a/b/Bob.md", "Bob sings."));
    await wiki.server.call("POST", wiki.base("/folders"), { name: "../.." });
    await wiki.sync();
    const before = await wiki.asServed();
    const copy = `${wiki.bank}-copy`;
    const dry = await wiki.run("pages", "import", copy, "--dir", wiki.dir, "--dry-run");
    expect([dry.status, dry.output]).toEqual([0, expect.stringContaining("Would be: 6 created")]);
    expect((await wiki.server.call("GET", bankPath(copy, "/knowledge-base/tree"))).status).toBe(404);
    const made = await wiki.run("pages", "import", copy, "--dir", wiki.dir);
    expect([made.status, made.output]).toEqual([0, expect.stringContaining("6 created")]);
    wiki.bank = copy;
    const after = await wiki.asServed();
    const untimed = (files: Readonly<Record<string, string>>) => JSON.stringify(files).replaceAll(/timestamp: [^\n]*?Z/g, "");
    expect(untimed(after)).toBe(untimed(before));
  });

  test("an import names file and line, exits with 1 and changes nothing", async () => {
    mkdirSync(path.join(wiki.dir, "Sub"), { recursive: true });
    writeFileSync(path.join(wiki.dir, "Good.md"), "---\ndescription: What?\n---\nText\n");
    writeFileSync(path.join(wiki.dir, "Sub/Bad.md"), "---\ntitle: Bad\nmax_tokens: many\n---\nText\n");
    writeFileSync(path.join(wiki.dir, "note.txt"), "x");
    symlinkSync("/etc/hosts", path.join(wiki.dir, "Link.md"));
    const bad = await wiki.run("pages", "import", wiki.bank, "--dir", wiki.dir, "--json");
    expect(bad.status).toBe(1);
    const report = JSON.parse(bad.output);
    expect(report.entries.find(({ status }: { status: string }) => status === "refused")).toMatchObject({ path: "Sub/Bad.md", line: 3 });
    expect(report.omitted.map(({ path: at }: { path: string }) => at).sort()).toEqual(["Link.md", "note.txt"]);
    expect((await wiki.server.call("GET", wiki.base("/tree"))).status).toBe(404);
  });

  test("files that somebody changed or put in the way are kept aside, others are left alone; the exit status says so", async () => {
    await wiki.have(page("Ann.md", "Ann rows."), page("Bob.md", "Bob sings."), page("Cleo.md", "Cleo swims."), page("Team/Dan.md", "Dan."));
    await wiki.sync();
    const edit = (name: string, text: string): void => {
      chmodSync(path.join(wiki.dir, name), 0o644);
      writeFileSync(path.join(wiki.dir, name), text);
    };
    edit("Ann.md", "my Ann"); // changed, and the same on the server
    edit("Bob.md", "my Bob"); // changed, and deleted on the server
    await wiki.server.call("DELETE", wiki.base(`/nodes/${await wiki.idOf("Bob")}`));
    rmSync(path.join(wiki.dir, "Cleo.md"), { force: true }); // deleted: comes back
    writeFileSync(path.join(wiki.dir, "mine.txt"), "my own");
    writeFileSync(path.join(wiki.dir, "Eve.md"), "my Eve"); // in the way of a page to come
    mkdirSync(path.join(wiki.dir, "Fay.md"));
    writeFileSync(path.join(wiki.dir, "Fay.md/deep"), "my deep");
    await wiki.have(page("Eve.md", "Eve runs."), page("Fay.md", "Fay."));
    const { status, output } = await wiki.sync("--json");
    const { changes, strangers, has_conflicts: hasConflicts } = JSON.parse(output);
    expect([status, hasConflicts, strangers]).toEqual([3, true, ["mine.txt"]]);
    expect(
      changes
        .filter(({ what }: { what: string }) => what === "kept")
        .map((each: { path: string }) => each.path)
        .sort(),
    ).toEqual(["Ann.md", "Bob.md", "Eve.md", "Fay.md"]);
    expect(changes).toContainEqual({ path: "Cleo.md", what: "restored", note: null });
    expect([...wiki.kept()].sort()).toEqual(["my Ann", "my Bob", "my Eve", "my deep"]);
    expect(wiki.onDisk()).toEqual({ ...(await wiki.asServed()), "mine.txt": "my own" });
    expect((await wiki.sync()).status).toBe(0); // said once

    writeFileSync(path.join(wiki.dir, "Team/mine"), "my own too");
    await wiki.server.call("DELETE", wiki.base(`/nodes/${await wiki.idOf("Team")}`));
    const left = await wiki.sync("--json");
    expect([left.status, JSON.parse(left.output).changes]).toEqual([
      3,
      expect.arrayContaining([{ path: "Team", what: "left", note: expect.any(String) }]),
    ]);
    expect(wiki.onDisk()["Team/mine"]).toBe("my own too");
  });

  test("a link is never followed: neither one in place of a page, nor one in place of a folder", async () => {
    await wiki.have(page("Team/Ann.md", "Ann rows."), page("Bob.md", "Bob sings."));
    await wiki.sync();
    const outside = path.join(wiki.top, `${wiki.bank}-outside`);
    mkdirSync(outside);
    writeFileSync(path.join(outside, "Ann.md"), "outside");
    renameSync(path.join(wiki.dir, "Team"), path.join(outside, "Team"));
    symlinkSync(outside, path.join(wiki.dir, "Team"));
    rmSync(path.join(wiki.dir, "Bob.md"), { force: true });
    symlinkSync(path.join(outside, "Ann.md"), path.join(wiki.dir, "Bob.md"));
    expect((await wiki.sync()).status).toBe(3);
    expect(readFileSync(path.join(outside, "Ann.md"), "utf8")).toBe("outside");
    expect(readdirSync(outside).sort()).toEqual(["Ann.md", "Team"]);
    expect(wiki.onDisk()).toEqual(await wiki.asServed());
  });

  test("a link in the control folder is refused, and what somebody wrote stays where it is", async () => {
    await wiki.have(page("Ann.md", "Ann rows."));
    await wiki.sync();
    const outside = path.join(wiki.top, `${wiki.bank}-victim`);
    mkdirSync(outside);
    symlinkSync(outside, path.join(wiki.dir, ".hindsight", "kept"));
    chmodSync(path.join(wiki.dir, "Ann.md"), 0o644);
    writeFileSync(path.join(wiki.dir, "Ann.md"), "mine");
    expect(await wiki.sync()).toMatchObject({ status: 1, errors: expect.stringContaining("no folder of its own") });
    expect(readdirSync(outside)).toEqual([]);
    expect(readFileSync(path.join(wiki.dir, "Ann.md"), "utf8")).toBe("mine");
  });

  test("a folder that is somebody's, another bank's, or a file is refused and stays as it was", async () => {
    await wiki.have(page("Ann.md", "Ann rows."));
    mkdirSync(wiki.dir);
    writeFileSync(path.join(wiki.dir, "mine"), "x");
    expect(await wiki.sync()).toMatchObject({ status: 1, errors: expect.stringContaining("not empty, and not a folder of pages") });
    expect(readdirSync(wiki.dir)).toEqual(["mine"]);
    expect(await wiki.run("pages", "sync", wiki.bank, "--dir", path.join(wiki.dir, "mine"))).toMatchObject({ status: 1 });
    rmSync(wiki.dir, { recursive: true });
    await wiki.sync();
    const other = await wiki.run("pages", "sync", `${wiki.bank}-other`, "--dir", wiki.dir);
    expect(other).toMatchObject({ status: 1, errors: expect.stringContaining(`has the pages of bank ${wiki.bank}`) });
    expect(wiki.onDisk()).toEqual(await wiki.asServed());
    wiki.bank = "no-such-bank";
    wiki.dir = path.join(wiki.top, "no-such");
    expect(await wiki.sync()).toMatchObject({ status: 1, errors: expect.stringContaining("not found") });
    expect(await wiki.sync("--watch")).toMatchObject({ status: 1 });
  });

  test("names of any kind become files of their own in the folder", async () => {
    const names = [
      "..",
      ".",
      "/etc/passwd",
      "a/../../b",
      "CON",
      "nul.txt",
      "dot.",
      ".hidden",
      ".hindsight",
      "index",
      "Tea",
      "tea",
      "TEA",
      "café",
      "cafe\u0301",
      "x".repeat(400),
      `${"x".repeat(400)}y`,
      "\u202Etxt.exe",
      "line\nbreak",
      "__proto__",
      "constructor",
      '*?<>|:"\\',
    ];
    for (const name of names) await wiki.server.call("POST", wiki.base("/folders"), { name });
    for (const name of names) {
      const reply = await wiki.server.call("POST", wiki.base("/pages"), { name, source_query: "What?" });
      expect(reply.status).toBe(201);
    }
    await wiki.server.idle();
    const { status, output } = await wiki.sync("--json");
    expect([status, JSON.parse(output).changes.length]).toEqual([0, 2 * names.length + 1]);
    expect(wiki.onDisk()).toEqual(await wiki.asServed());
    expect(Object.keys(wiki.onDisk())).toHaveLength(2 * names.length + 1);
    expect(readdirSync(wiki.top).sort()).toEqual(expect.not.arrayContaining(["b", "etc"]));
    expect(JSON.parse((await wiki.sync("--json")).output).changes).toEqual([]);
  });
});
