// An import that is interrupted: what was done until then is told, the process ends as by any Ctrl-C, and nothing more is sent. And one that
// fails: it leaves no empty bank without a word.

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { hindsight } from "../../../../test/workers/cli.js";
import { cliOf } from "../support/cli.js";

test("Ctrl-C in the middle", { timeout: 60_000 }, async () => {
  const top = mkdtempSync(path.join(tmpdir(), "hindsight-interrupted-"));
  const file = path.join(top, "items.jsonl");
  writeFileSync(file, Array.from({ length: 120 }, (_, n) => JSON.stringify({ content: `Buoy ${n}.`, document_id: `${n}` })).join("\n"));
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    if (requests > 1) return server.emit("second"); // and no answer
    const items = Array.from({ length: 50 }, (_, n) => ({ document_id: `${n}`, outcome: "stored" }));
    response.setHeader("content-type", "application/json").end(JSON.stringify({ receipt: { items, stored: 50, removed: 0 } }));
  }).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { child, ended } = hindsight(["import", "x", file, "--json"], { HINDSIGHT_API_URL: url });
    await Promise.race([once(server, "second"), ended]);
    child.kill("SIGINT");
    const { output, errors } = await ended;
    expect(errors).toContain("Error: Interrupted. Run the same import again to go on");
    expect(JSON.parse(output)).toMatchObject({
      sent: 50,
      memories_stored: 50,
      not_sent: 51,
      stopped: expect.stringContaining("Interrupted"),
    });
    expect([child.signalCode, requests]).toEqual(["SIGINT", 2]);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(top, { recursive: true, force: true });
  }
});

test.each([
  [0, / Nothing was stored, and bank x is empty: "hindsight bank delete x" removes it\.\n$/],
  [3, /The model is away\.\n$/],
])("a bank that a failed import left empty is named; it has %i documents", async (total, words) => {
  const top = mkdtempSync(path.join(tmpdir(), "hindsight-interrupted-"));
  const file = path.join(top, "items.jsonl");
  writeFileSync(file, '{"content": "Buoy 1."}');
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = request.method === "POST" ? 503 : 200;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ detail: "The model is away.", total }));
  }).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const { status, errors } = await cliOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)("import", "x", file);
    expect(status).toBe(1);
    expect(errors).toMatch(words);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(top, { recursive: true, force: true });
  }
});
