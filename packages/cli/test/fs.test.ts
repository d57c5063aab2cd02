// hindsight fs: a bank as a folder that a process in the background keeps in step, and what a watchdog is told of it.

import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Api } from "../src/api.js";
import { healthOf, type LastPass, writeDaemon, writePass } from "../src/mount/health.js";
import { passesOf } from "../src/mount/pass.js";
import { type Mount, mountOf } from "../src/mount/settings.js";
import { type Cli, cliOf } from "./support/cli.js";
import { filesOf, openWiki, page, until, type Wiki } from "./support/wiki.js";

let wiki: Wiki;
let cli: Cli;
beforeAll(async () => {
  wiki = await openWiki();
  cli = cliOf(wiki.server.url, { HOME: wiki.top, HINDSIGHT_API_KEY: "" });
});
beforeEach(() => wiki.fresh());
afterAll(() => wiki.close());

const ours = () => Object.fromEntries(Object.entries(filesOf(wiki.dir)).filter(([at]) => !at.startsWith(".hindsight-fs")));
const says = (name: string) => readFileSync(path.join(wiki.dir, name), "utf8");
const modeOf = (name: string) => lstatSync(path.join(wiki.dir, name)).mode & 0o777;

describe("hindsight fs", { timeout: 120_000 }, () => {
  test("a bank is a folder that follows it; edits are reverted and kept; it is stopped, started anew and taken away", async () => {
    await wiki.have(page("Team/Ann.md", "Ann rows."), page("Bob.md", "Bob sings."));
    onTestFinished(async () => void (await cli("fs", "stop", wiki.dir)));
    const started = await cli.json("fs", "start", wiki.dir, "--bank", wiki.bank, "--interval", "1");
    expect(started).toMatchObject({ dir: wiki.dir, already_running: false, is_in_step: true });
    expect(ours()).toEqual(await wiki.asServed());
    expect(modeOf("Team/Ann.md")).toBe(0o444);
    expect(await cli.json("fs", "status", wiki.dir)).toMatchObject({
      healthy: true,
      status: "ok",
      bank: wiki.bank,
      daemon_pid: started.pid,
      mirrored_files: 2,
      stale_after_seconds: 15,
    });
    expect(await cli.json("fs", "start", wiki.dir)).toMatchObject({ already_running: true, pid: started.pid });
    expect((await cli("fs", "mount", wiki.dir)).errors).toContain(`kept in step already (process ${started.pid})`);

    chmodSync(path.join(wiki.dir, "Bob.md"), 0o644);
    writeFileSync(path.join(wiki.dir, "Bob.md"), "my Bob");
    await wiki.have(page("New.md", "New."));
    await until(() => existsSync(path.join(wiki.dir, "New.md")) && says("Bob.md").includes("sings"));
    expect(Object.values(filesOf(path.join(wiki.dir, ".hindsight-fs/kept")))).toContain("my Bob");
    await wiki.have(page("Now.md", "Now."));
    await cli.text("fs", "sync", wiki.dir); // beside the process in the background
    expect(ours()).toEqual(await wiki.asServed());
    expect(await cli.text("fs", "logs", wiki.dir)).toContain("1 change of yours reverted, and kept in .hindsight-fs/kept.");

    const again = await cli.json("fs", "restart", wiki.dir, "--writable");
    expect([again.pid === started.pid, modeOf("Bob.md"), says("Bob.md").includes("sings")]).toEqual([false, 0o644, true]);
    expect(await cli.json("fs", "stop", wiki.dir)).toEqual({ dir: wiki.dir, stopped: true, pid: again.pid });
    const { status, output, errors } = await cli("fs", "status", wiki.dir, "--json");
    expect([status, JSON.parse(output)]).toEqual([1, expect.objectContaining({ healthy: false, status: "dead", mode: "writable" })]);
    expect(errors).toContain(`"hindsight fs start ${wiki.dir}" does.`);
    writeFileSync(path.join(wiki.dir, "mine.txt"), "mine");
    expect(await cli.json("fs", "unmount", wiki.dir)).toMatchObject({ removed: 5, kept: true });
    expect(ours()).toEqual({ "mine.txt": "mine" });
    expect(readdirSync(path.join(wiki.dir, ".hindsight-fs"))).toEqual(["kept"]);
  });

  test("what cannot be mounted is said, exits with 1, and leaves no process and nobody's file changed", async () => {
    const missing = await cli("fs", "start", wiki.dir, "--bank", "no-such");
    expect([missing.status, missing.errors]).toEqual([1, expect.stringContaining("Nothing was mounted: Bank 'no-such' not found.")]);
    expect((await cli("fs", "status", wiki.dir)).output).toContain("Bank 'no-such' not found.");
    await wiki.have(page("Ann.md", "Ann rows."));
    expect(await cli.json("fs", "mount", wiki.dir, "--once", "--bank", wiki.bank)).toMatchObject({ pages: 1 }); // the folder was nobody's yet
    expect((await cli("fs", "sync", wiki.dir, "--bank", "other")).errors).toContain(`has the pages of bank ${wiki.bank}`);
    expect(await cli.json("fs", "list", "--bank", wiki.bank)).toMatchObject({ paths: ["Ann.md", "index.md"] });
    expect((await cli("fs", "mount", wiki.top, "--once", "--bank", wiki.bank)).errors).toContain("not empty, and not a folder of pages");
    expect((await cli("fs", "sync", path.join(wiki.top, "none"))).errors).toContain("Which bank?");
    expect((await cli("fs", "sync", wiki.dir, "--interval", "0.5")).errors).toContain("--interval takes whole seconds");
    expect((await cli("fs", "unmount", path.join(wiki.top, "none"))).errors).toContain("Nothing is mounted at");
  });
});

test("a folder names its server, and no key goes to a server that only a folder names", () => {
  mkdirSync(path.join(wiki.dir, ".hindsight-fs"), { recursive: true });
  const saved = { bank: "b", api_url: "http://elsewhere", profile: null, interval_seconds: 7, writable: false };
  writeFileSync(path.join(wiki.dir, ".hindsight-fs/config.json"), JSON.stringify(saved));
  const env = { HOME: wiki.top, HINDSIGHT_API_URL: "http://here", HINDSIGHT_API_KEY: "secret" };
  expect(mountOf(wiki.dir, {}, env)).toMatchObject({ connection: { url: "http://elsewhere", key: null }, intervalS: 7 });
  expect(() => mountOf(wiki.dir, { token: "secret" }, env)).toThrow("give that as --api-url");
  expect(mountOf(wiki.dir, { apiUrl: "http://other", interval: "9" }, env)).toMatchObject({ connection: { key: "secret" }, intervalS: 9 });
  const named = { ...env, HINDSIGHT_API_URL: "http://elsewhere" };
  expect(mountOf(wiki.dir, {}, named).connection).toEqual({ url: "http://elsewhere", key: "secret" }); // control: that the user names too
  expect(() => mountOf(wiki.dir, { profile: "typo" }, { HOME: wiki.top })).toThrow('There is no profile "typo"');
  writeFileSync(path.join(wiki.dir, ".hindsight-fs/config.json"), JSON.stringify({ ...saved, profile: "gone" }));
  expect(mountOf(wiki.dir, {}, { HOME: wiki.top, HINDSIGHT_API_KEY: "secret" })).toMatchObject({
    connection: { url: "http://elsewhere", key: null },
    profile: "gone",
  });
  expect(() => mountOf(wiki.dir, { token: "secret" }, { HOME: wiki.top })).toThrow("give that as --api-url");
});

test("a folder that was deleted is not made again: who keeps it in step ends and says so", async () => {
  const mount: Mount = { dir: wiki.dir, bank: "b", intervalS: 1, isWritable: false, connection: { url: "u", key: null }, profile: null };
  const said: string[] = [];
  const { signal } = new AbortController();
  await passesOf({} as Api, mount, { signal, told: () => undefined, say: (text) => void said.push(text) });
  expect([said.join(), existsSync(wiki.dir)]).toEqual([expect.stringContaining("is no mount any more"), false]);
});

test("a mount is well while somebody keeps it in step and a pass worked lately", () => {
  mkdirSync(path.join(wiki.dir, ".hindsight-fs"), { recursive: true });
  const mount: Mount = { dir: wiki.dir, bank: "b", intervalS: 30, isWritable: false, connection: { url: "u", key: null }, profile: null };
  const now = new Date("2026-11-30T12:00:00Z");
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  const verdict = (pid: number | null, pass: Partial<LastPass> | null, limit: number | null = null) => {
    if (pass !== null) writePass(wiki.dir, { at: ago(1), error: null, ok_at: ago(1), pages: 1, left_out: 0, ...pass });
    return healthOf(mount, pid, limit, now).status;
  };
  expect(verdict(1, null)).toBe("stale");
  expect([verdict(1, {}), verdict(null, {})]).toEqual(["ok", "dead"]);
  expect(verdict(1, { error: "No." })).toBe("failed");
  expect([verdict(1, { ok_at: ago(89) }), verdict(1, { ok_at: ago(91) }), verdict(1, { ok_at: ago(91) }, 100)]).toEqual([
    "ok",
    "stale",
    "ok",
  ]);
  writeDaemon(wiki.dir, { pid: 1, started_at: ago(200), interval_seconds: 60 });
  expect([verdict(1, { ok_at: ago(91) }), verdict(2, { ok_at: ago(91) })]).toEqual(["ok", "stale"]);
});
