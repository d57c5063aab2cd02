// `hindsight mcp`, started by the official client as agents start it: with the memory in its own process, and passing on to a server.

import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadSettings, openHindsight } from "@hindsight-memory/engine";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect, test } from "vitest";
import { freshDataDir } from "../../packages/engine/test/support/database.js";
import { openServer } from "../support/server.js";
import { type Agent, agent } from "./support/client.js";

const CLI = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/** Three processes are started from their sources, one after the other. */
const SLOW_MS = 150_000;

async function started(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Agent & { readonly errors: () => string; readonly strayed: Error[] }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--conditions=source", "--import", TSX, CLI, "mcp", ...args],
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
    expect((await readFile(logFile, "utf8")).split("\n")[0]).toMatch(/^\{"level":/);
    // It ended cleanly: the folder is free again, and keeps what was stored.
    const engine = await openHindsight({ settings: loadSettings({ ...env, HINDSIGHT_API_LOG_LEVEL: "fatal" }) });
    expect((await engine.banks.list({ limit: 9, offset: 0 })).items).toMatchObject([{ bankId: "mine", factCount: 1 }]);
    await engine.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("passes everything on to a running server, with its key", { timeout: SLOW_MS }, async () => {
  const server = await openServer({ HINDSIGHT_API_TENANT_API_KEY: "key-of-the-server" });
  try {
    const bridged = await started(["--bank", "a b/ü", "--url", server.url], { HINDSIGHT_API_KEY: "key-of-the-server" });
    expect((await bridged.call("sync_retain", { content: "Bob plays chess." })).value.status).toBe("completed");
    expect((await bridged.call("get_bank")).value.bank_id).toBe("a b/ü");
    expect(bridged.strayed).toEqual([]);
    await bridged.close();
  } finally {
    await server.close();
  }
});
