// hindsight import: each format from a small source, one server for all. What is imported again adds nothing, and a dry run writes nothing.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../../test/support/server.js";
import { type Cli, cliOf } from "../support/cli.js";
import { SOURCES, writeSource, writeSources } from "./sources.js";

describe("hindsight import", { timeout: 120_000 }, () => {
  let server: TestServer;
  let top: string;
  let cli: Cli;
  beforeAll(async () => {
    server = await openServer();
    cli = cliOf(server.url);
    top = mkdtempSync(path.join(tmpdir(), "hindsight-import-"));
    writeSources(top);
  });
  afterAll(async () => {
    await server.close();
    rmSync(top, { recursive: true, force: true });
  });

  const bankOf = (bank: string, rest: string) => server.call("GET", `/v1/default/banks/${bank}${rest}`);
  const memories = async (
    bank: string,
  ): Promise<readonly { id: string; text: string; document_id: string; fact_type: string; mentioned_at: string }[]> =>
    (await bankOf(bank, "/memories/list?limit=1000")).body.items;

  test.each(Object.entries(SOURCES))("%s: the counts are right, and a second import adds nothing", async (format, source) => {
    const at = path.join(top, source.path);
    const before = await cli.json("import", format, at, "--dry-run");
    const count = Object.values(source.finds.kinds).reduce((sum, each) => sum + each, 0);
    expect(before).toMatchObject({ format, would_send: count, sent: 0, failed: 0, ...source.finds });
    expect((await bankOf(format, "/documents")).status).toBe(404); // a dry run makes not even the bank

    const first = await cli.json("import", format, at);
    expect(first).toMatchObject({ sent: count, unchanged: 0, failed: 0, ...source.finds });
    expect(first.read).toBe(count + source.finds.skipped);
    expect(first.memories_stored).toBeGreaterThan(0);
    const stored = await memories(format);
    expect(stored).toHaveLength(first.memories_stored);
    for (const { text } of stored) expect(text).not.toMatch(/noise/i);

    const second = await cli.json("import", format, at);
    expect(second).toMatchObject({ sent: 0, unchanged: count, memories_stored: 0, memories_removed: 0, ...source.finds });
    expect((await memories(format)).map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id).sort());
  });

  test("turns are memories of their own: the assistant's an experience, each with its time", async () => {
    const turns = await memories("claude");
    expect(turns.map(({ text, fact_type, mentioned_at }) => [fact_type, text, mentioned_at.slice(0, 19)]).sort()).toEqual([
      ["experience", expect.stringContaining("Twelve hours in the cellar."), "2026-01-05T08:00:03"],
      ["world", expect.stringContaining("How long does Bob's rye dough rest?"), "2026-01-05T08:00:01"],
    ]);
  });

  test("what changed is replaced, tags are added, and what is older than --since is left out", async () => {
    const file = writeSource(
      top,
      "changing.jsonl",
      '{"content": "The gate is green.", "document_id": "gate", "timestamp": "2026-01-01"}\n',
    );
    await cli.json("import", "changing", file, "--tag", "a,b", "--tag", "c");
    writeSource(top, "changing.jsonl", '{"content": "The gate is red.", "document_id": "gate", "timestamp": "2026-01-02"}\n');
    expect(await cli.json("import", file, "--bank", "changing", "--since", "2026-01-03")).toMatchObject({ sent: 0, skipped: 1 });
    expect((await memories("changing")).map(({ text }) => text)).toEqual(["The gate is green."]); // control: it was not sent
    expect((await bankOf("changing", "/documents")).body.items).toMatchObject([{ id: "gate", tags: ["a", "b", "c"] }]);
    expect(await cli.json("import", "changing", file)).toMatchObject({ sent: 1, memories_stored: 1, memories_removed: 1 });
    expect((await memories("changing")).map(({ text }) => text)).toEqual(["The gate is red."]);
  });

  test("bad lines and refused items are named with their line, the others are stored, and the exit status is 1", async () => {
    const file = writeSource(
      top,
      "bad.jsonl",
      '{"content": "The first is good."}\n{"content": "broken\n\n{"content": "No date.", "timestamp": "soon"}\n{"content": "The last is good."}\n',
    );
    const { status, output, errors } = await cli("import", "bad", file, "--json");
    expect(status).toBe(1);
    expect(errors).toContain("2 entries could not be imported");
    const report = JSON.parse(output);
    expect(report).toMatchObject({ read: 4, sent: 2, failed: 2 });
    expect(report.failures).toEqual([
      { at: "bad.jsonl:2", why: expect.stringContaining("no JSON") },
      { at: "bad.jsonl:4", why: expect.stringContaining("timestamp") },
    ]);
    expect(await memories("bad")).toHaveLength(2);
  });

  test("the report of a dry run says in words what would be sent and what is left out", async () => {
    const said = await cli.text("import", "never", path.join(top, "vault"), "--dry-run");
    for (const words of ["obsidian", "2 notes", "2023-04-05 00:00", "no Markdown file", "picture.png", "Nothing was sent."])
      expect(said).toContain(words);
    expect((await bankOf("never", "/documents")).status).toBe(404);
  });

  test("an import of many items is queued, waited for and counted as any, and what memory defense blocks is named", async () => {
    await server.call("PUT", "/v1/default/banks/long", {});
    const rules = [
      { on: "private_key_pem", action: "block" },
      { on: "email_address", action: "redact" },
    ];
    await server.call("PATCH", "/v1/default/banks/long/config", { updates: { memory_defense: { enabled: true, rules } } });
    const secret = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----";
    const said = (n: number) => (n === 7 ? secret : `Buoy ${n} is painted${n === 3 ? " by ann@example.org" : ""}.`);
    const items = Array.from({ length: 12 }, (_, n) => JSON.stringify({ content: said(n), document_id: `buoy-${n}` }));
    const file = writeSource(top, "long.jsonl", items.join("\n"));
    for (const counts of [
      { sent: 11, unchanged: 0, memories_stored: 11 },
      { sent: 0, unchanged: 11, memories_stored: 0 },
    ]) {
      const { status, output } = await cli("import", "long", file, "--json");
      expect(status).toBe(1);
      expect(JSON.parse(output)).toMatchObject({
        ...counts,
        failed: 1,
        failures: [{ at: "long.jsonl:8", why: expect.stringContaining("private_key_pem") }],
        redacted: 1,
        redactions: [{ at: "long.jsonl:4", detectors: ["email_address"] }],
      });
    }
    const { operations } = (await bankOf("long", "/operations")).body;
    expect(operations.length).toBeGreaterThan(0); // control: it was queued
  });

  test("a format that does not fit is no empty success", async () => {
    const { status, errors } = await cli("import", "none", path.join(top, "store.json"), "--format", "chatgpt");
    expect([status, errors]).toEqual([1, expect.stringContaining("could not be imported")]);
    const empty = await cli("import", "none", path.join(top, "store.json"), "--format", "mem0");
    expect([empty.status, empty.errors]).toEqual([1, expect.stringContaining("holds nothing that can be imported as mem0")]);
  });

  test("a server that is away ends it at once, with what to do", async () => {
    const { status, errors } = await cliOf("http://127.0.0.1:2")("import", "x", path.join(top, "items.jsonl"));
    expect(status).toBe(1);
    expect(errors).toContain("No server answers");
  });
});
