// `hindsight mcp`, started by the official client as agents start it: with the memory in its own process, and passing on to a server; and the bridge of
// the latter alone, across a restart of the server.

import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { loadSettings, openHindsight } from "@hindsight-memory/engine";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect, test, vi } from "vitest";
import { freshDataDir } from "../../packages/engine/test/support/database.js";
import { bridge } from "../../packages/server/src/mcp/bridge.js";
import { HINDSIGHT } from "../support/command.js";
import { type Agent, agent } from "./support/client.js";
import { doors } from "./support/doors.js";

/** Three processes are started one after the other. */
const SLOW_MS = 150_000;

async function started(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Agent & { readonly errors: () => string; readonly strayed: Error[] }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...HINDSIGHT, "mcp", ...args],
    env: { PATH: process.env.PATH ?? "", ...env },
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (data: Buffer) => {
    errors += data.toString();
  });
  const strayed: Error[] = [];
  const made = await agent(transport as Transport, SLOW_MS);
  // Whatever is on stdout and is no message of the protocol comes here.
  made.client.onerror = (error) => strayed.push(error);
  return { ...made, errors: () => errors, strayed };
}

test("serves the memory of a folder, inside one bank, with logs in a file", { timeout: SLOW_MS }, async () => {
  const dataDir = await freshDataDir();
  const logFile = path.join(dataDir, "mcp.log");
  const env = { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "debug" };
  try {
    const own = await started(["--bank", "mine", "--log-file", logFile], env);
    expect(await own.toolNames()).not.toContain("list_banks");
    expect((await own.call("sync_retain", { content: "Ann rows in Delft.", bank_id: "other" })).value.status).toBe("completed");
    expect((await own.call("recall", { query: "Who rows?" })).value.results[0].text).toBe("Ann rows in Delft.");
    expect((await own.call("get_bank")).value.bank_id).toBe("mine");
    expect(own.strayed).toEqual([]);
    expect(own.errors()).toBe("");
    await own.close();
    expect((await readFile(logFile, "utf8")).split("\n")[0]).toMatch(/ mcp: /);
    // It ended cleanly: the folder is free again, and keeps what was stored.
    const engine = await openHindsight({ settings: loadSettings({ ...env, HINDSIGHT_API_LOG_LEVEL: "fatal" }) });
    expect((await engine.banks.list({ limit: 9, offset: 0 })).items).toMatchObject([{ bankId: "mine", factCount: 1 }]);
    await engine.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("passes everything on to the server that has the folder open, with its key", { timeout: SLOW_MS }, async () => {
  const house = await doors();
  try {
    const server = await house.open({ HINDSIGHT_API_TENANT_API_KEY: "key-of-the-server" });
    const env = { HINDSIGHT_API_PORT: new URL(server.url).port, HINDSIGHT_API_HOST: "127.0.0.1", HINDSIGHT_API_KEY: "key-of-the-server" };
    const bridged = await started(["--bank", "a b/ü", "--data-dir", house.dataDir], env);
    expect(bridged.errors()).toContain(`The data folder is open in the server at ${server.url}`);
    expect((await bridged.call("sync_retain", { content: "Bob plays chess." })).value.status).toBe("completed");
    expect((await bridged.call("get_bank")).value.bank_id).toBe("a b/ü");
    expect(bridged.strayed).toEqual([]);
    await bridged.close();
  } finally {
    await house.close();
  }
});

test("a client goes on through a restart of the server, and hears when there is none", { timeout: SLOW_MS }, async () => {
  const house = await doors();
  const first = await house.open();
  const [client, local] = InMemoryTransport.createLinkedPair();
  const warnings: string[] = [];
  const options = { url: `${first.url}/`, key: null, bank: "a/b", warn: (line: string) => void warnings.push(line) };
  const running = await bridge(local as Transport, options);
  const kit = await agent(client as Transport);
  expect((await kit.call("get_bank")).value.error).toContain("'a/b'");
  expect(await kit.toolNames()).not.toContain("list_banks");

  await first.close();
  await expect(kit.call("get_bank")).rejects.toThrow(`The Hindsight server at ${options.url} cannot be reached`);
  await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(0));
  expect(warnings.filter((line) => /^fetch failed/.test(line))).toEqual([]); // told once, with the call

  await house.open({ HINDSIGHT_API_PORT: new URL(first.url).port });
  // Connections of the old server that the client has not seen close yet cost it a call each.
  await vi.waitFor(async () => expect((await kit.call("get_bank")).value.error).toContain("'a/b'"), { timeout: 10_000 });
  expect((await kit.call("sync_retain", { content: "The server came back." })).value.status).toBe("completed");
  expect((await kit.call("get_bank")).value.bank_id).toBe("a/b");
  await running.close();
  await running.ended;
  await house.close();
});

test("a call whose connection breaks is told as failed", async () => {
  const breaking = createServer((request, response) => {
    let sent = "";
    request.on("data", (part: Buffer) => {
      sent += part.toString();
    });
    request.on("end", () => {
      const { id, method } = sent === "" ? { id: 0, method: "" } : (JSON.parse(sent) as { readonly id?: number; readonly method: string });
      if (id === undefined || request.method !== "POST") return void response.writeHead(request.method === "POST" ? 202 : 405).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      const result = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "breaking", version: "1" } };
      if (method === "initialize") response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
      else response.write(": begun\n\n", () => response.destroy());
    });
  });
  await new Promise<void>((resolve) => breaking.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
  const [client, local] = InMemoryTransport.createLinkedPair();
  const running = await bridge(local as Transport, { url, key: null, bank: null, warn: () => undefined });
  const kit = await agent(client as Transport);
  await expect(kit.call("get_bank")).rejects.toThrow("the connection broke before the answer was there");
  await running.close();
  breaking.close();
});
