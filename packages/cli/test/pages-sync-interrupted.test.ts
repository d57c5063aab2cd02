// hindsight pages sync that is killed, stopped, run twice, and left without its server.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bankPath, openServer } from "../../../test/support/server.js";
import { hindsight } from "../../../test/workers/cli.js";
import { pauseMs } from "../src/projection/keep-in-step.js";
import { openWiki, page, until, type Wiki } from "./support/wiki.js";

test("pauses get longer while it fails, up to five minutes", () => {
  expect([0, 1, 2, 3, 50].map((failures) => pauseMs(30_000, failures) / 1000)).toEqual([30, 60, 120, 240, 300]);
  expect(pauseMs(3_600_000, 4)).toBe(3_600_000);
});

let wiki: Wiki;
beforeAll(async () => {
  wiki = await openWiki();
});
beforeEach(() => wiki.fresh());
afterAll(() => wiki.close());

describe("hindsight pages sync, interrupted", { timeout: 180_000 }, () => {
  const COUNT = 400;
  const many = (text: string) =>
    Array.from({ length: COUNT }, (_, at) => page(`F${at % 7}/P${at}.md`, `${text} ${at}`, `kp-${String(at).padStart(16, "0")}`));
  const written = (): number => (existsSync(wiki.dir) ? Object.values(wiki.onDisk()).filter((text) => text !== "/").length : 0);

  test("killed with -9 in the middle, three times, it is right after the next", async () => {
    await wiki.have(...many("first"));
    let caught = 0;
    for (const [text, least] of [
      ["first", 40],
      ["second", 0],
      ["third", 0],
    ] as const) {
      if (text !== "first") {
        await wiki.have(...many(text).slice(0, 250), page("New/Page.md", text));
        await wiki.patch(text === "second" ? "F1" : "F2", { name: `Moved ${text}`, parent_id: await wiki.idOf("F3") });
      }
      const before = existsSync(wiki.dir) ? JSON.stringify(wiki.onDisk()) : "";
      const running = wiki.start("pages", "sync", wiki.bank, "--dir", wiki.dir);
      await until(() => (least > 0 ? written() > least : existsSync(wiki.dir) && JSON.stringify(wiki.onDisk()) !== before));
      running.child.kill("SIGKILL");
      expect((await running.ended).status).toBeNull();
      expect(existsSync(path.join(wiki.dir, ".hindsight/sync.lock"))).toBe(true); // the lock of a dead process
      if (JSON.stringify(wiki.onDisk()) !== JSON.stringify(await wiki.asServed())) caught += 1;
    }
    expect(caught).toBeGreaterThan(0); // control: it was in the middle
    const { status, output } = await wiki.sync("--json");
    expect([status, JSON.parse(output).has_conflicts]).toEqual([0, false]);
    expect(wiki.onDisk()).toEqual(await wiki.asServed());
    expect(wiki.kept()).toEqual([]);
    expect(readdirSync(path.join(wiki.dir, ".hindsight")).sort()).toEqual(["state.json"]);
  });

  test("SIGTERM ends a pass between two files: each that is there is whole", async () => {
    await wiki.have(...many("first"));
    const running = wiki.start("pages", "sync", wiki.bank, "--dir", wiki.dir);
    await until(() => written() > 10);
    running.child.kill("SIGTERM");
    const { status, errors } = await running.ended;
    expect([status, errors]).toEqual([1, expect.stringMatching(/Stopped with \d+ changes made/)]);
    expect(await wiki.asServed()).toMatchObject(wiki.onDisk());
    expect(written()).toBeLessThan(COUNT); // control: it was in the middle
    expect((await wiki.sync()).status).toBe(0);
    expect(wiki.onDisk()).toEqual(await wiki.asServed());
  });

  test("--watch follows, says when the server is gone, goes on when it is back, and ends with SIGINT; meanwhile the folder is locked", async () => {
    const data = { HINDSIGHT_DATA_DIR: path.join(wiki.top, "data-of-the-watched") }; // what comes back is the same server, with its bank
    const own = await openServer(data, "pglite");
    const url = new URL(own.url);
    const call = (method: string, rest: string, body?: unknown) => own.call(method, bankPath(wiki.bank, `/knowledge-base${rest}`), body);
    await call("POST", "/import", { files: [page("Ann.md", "Ann rows.")] });
    const watching = hindsight(["pages", "sync", wiki.bank, "--dir", wiki.dir, "--watch", "--every", "1s", "--json"], {
      HINDSIGHT_API_URL: own.url,
    });
    let said = "";
    watching.child.stderr?.on("data", (data) => {
      said += String(data);
    });
    await until(() => existsSync(path.join(wiki.dir, "Ann.md")));
    expect(await wiki.sync()).toMatchObject({ status: 1, errors: expect.stringContaining("Another sync is at work") });
    await call("POST", "/import", { files: [page("Bob.md", "Bob sings.")] });
    await until(() => existsSync(path.join(wiki.dir, "Bob.md")));
    await own.close();
    await until(() => said.includes("Trying again in"));
    expect(watching.child.exitCode).toBeNull();
    const back = await openServer({ ...data, HINDSIGHT_API_PORT: url.port }, "pglite");
    await back.call("POST", bankPath(wiki.bank, "/knowledge-base/import"), { files: [page("Ann.md", "Ann rows again.")] });
    await until(() => said.includes("It works again."));
    await until(() => readFileSync(path.join(wiki.dir, "Ann.md"), "utf8").includes("again"));
    watching.child.kill("SIGINT");
    const { status, output } = await watching.ended;
    expect(status).toBe(0);
    for (const line of output.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ dir: wiki.dir, changes: expect.any(Array) });
    expect(existsSync(path.join(wiki.dir, ".hindsight/sync.lock"))).toBe(false);
    await back.close();
  });
});
