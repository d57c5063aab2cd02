// hindsight pages sync of a bank that was deleted: its pages go from the disk, and only when this very server says so.

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bankPath } from "../../../test/support/server.js";
import { hindsight } from "../../../test/workers/cli.js";
import { cliOf, type Ran } from "./support/cli.js";
import { openWiki, page, until, type Wiki } from "./support/wiki.js";

let wiki: Wiki;
beforeAll(async () => {
  wiki = await openWiki();
});
beforeEach(() => wiki.fresh());
afterAll(() => wiki.close());

const PAGES = {
  files: [{ path: "Team/Ann.md", content: '---\nid: "kp-1"\n---\n\nAnn rows.\n' }],
  folders: ["Team"],
};

interface Stub {
  readonly url: string;
  readonly server: Server;
  answer: { readonly status: number; readonly body: unknown };
  /** In this process. */
  sync(): Promise<Ran>;
}

/** A server that answers every call alike, until it is told another answer. */
async function stub(): Promise<Stub> {
  const made = {
    url: "",
    answer: { status: 200, body: PAGES as unknown },
    server: createServer(),
    sync: () => cliOf(made.url)("pages", "sync", wiki.bank, "--dir", wiki.dir),
  };
  made.server.on("request", (_, response) => {
    const { status, body } = made.answer;
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => made.server.listen(0, "127.0.0.1", resolve));
  made.url = `http://127.0.0.1:${(made.server.address() as AddressInfo).port}`;
  return made;
}

const gone = (bank: string) => ({ status: 404, body: { detail: `Bank '${bank}' not found` } });

describe("hindsight pages sync of a bank that is gone", { timeout: 120_000 }, () => {
  test("takes its pages away, keeps what somebody changed, and goes on when there is such a bank again", async () => {
    await wiki.have(page("Team/Ann.md", "Ann rows."), page("Bob.md", "Bob sings."));
    await wiki.sync();
    writeFileSync(path.join(wiki.dir, "mine.txt"), "my own");
    expect((await wiki.server.call("DELETE", bankPath(wiki.bank))).status).toBe(200);
    const first = await wiki.sync();
    expect(first).toMatchObject({ status: 0, output: expect.stringContaining(`Bank '${wiki.bank}' is gone; its pages were taken away.`) });
    expect(wiki.onDisk()).toEqual({ "mine.txt": "my own" });
    const second = await wiki.sync("--json");
    expect([second.status, JSON.parse(second.output)]).toEqual([0, expect.objectContaining({ bank_gone: true, changes: [] })]);

    await wiki.have(page("Cleo.md", "Cleo swims."));
    expect(JSON.parse((await wiki.sync("--json")).output)).toMatchObject({ bank_gone: false });
    expect(wiki.onDisk()).toEqual({ ...(await wiki.asServed()), "mine.txt": "my own" });
    chmodSync(path.join(wiki.dir, "Cleo.md"), 0o644);
    writeFileSync(path.join(wiki.dir, "Cleo.md"), "my Cleo");
    await wiki.server.call("DELETE", bankPath(wiki.bank));
    const last = await wiki.sync();
    expect(last).toMatchObject({ status: 3, output: expect.stringContaining("1 file of yours moved into .hindsight/kept") });
    expect(wiki.kept()).toEqual(["my Cleo"]);
    expect(wiki.onDisk()).toEqual({ "mine.txt": "my own" });
  });

  test("removes nothing for a server that is busy, away or another one, for another 404, and where it is not known what was synced", async () => {
    const [here, there] = [await stub(), await stub()];
    expect((await here.sync()).status).toBe(0);
    const before = wiki.onDisk();
    expect(before["Team/Ann.md"]).toContain("Ann rows.");
    const others = [
      { status: 503, body: gone(wiki.bank).body },
      { status: 404, body: { detail: "Not Found" } },
      { status: 404, body: `Bank '${wiki.bank}' not found` }, // no JSON: of something before the server
      gone("another"),
    ];
    for (const answer of others) {
      here.answer = answer;
      expect(await here.sync()).toMatchObject({ status: 1, output: "" });
      expect(wiki.onDisk()).toEqual(before);
    }
    there.answer = gone(wiki.bank);
    const elsewhere = await there.sync();
    expect(elsewhere).toMatchObject({ status: 1, errors: expect.stringContaining(`are from ${here.url} and were left alone`) });
    there.server.close();
    expect((await there.sync()).status).toBe(1);
    expect(wiki.onDisk()).toEqual(before);

    here.answer = gone(wiki.bank);
    const stateFile = path.join(wiki.dir, ".hindsight/state.json");
    const state = readFileSync(stateFile, "utf8");
    const { server, ...older } = JSON.parse(state);
    expect(server).toBe(here.url);
    writeFileSync(stateFile, JSON.stringify(older)); // of a version that did not note it
    expect((await here.sync()).status).toBe(1);
    expect(wiki.onDisk()).toEqual(before);
    writeFileSync(stateFile, state);
    expect((await here.sync()).status).toBe(0); // control
    expect(wiki.onDisk()).toEqual({});
    here.server.close();
  });

  test("--watch ends with it", async () => {
    const here = await stub();
    const args = ["pages", "sync", wiki.bank, "--dir", wiki.dir, "--watch", "--every", "1s"];
    const watching = hindsight(args, { HINDSIGHT_API_URL: here.url });
    await until(() => existsSync(path.join(wiki.dir, "Team/Ann.md")));
    here.answer = gone(wiki.bank);
    expect(await watching.ended).toMatchObject({ status: 0, output: expect.stringContaining("is gone; its pages were taken away.") });
    expect(wiki.onDisk()).toEqual({});
    here.server.close();
  });
});
