// Several servers around one engine: the database is opened once, and each door has settings of its own.
// In: settings. Out: servers that answer, until the end of the test file.

import { rm } from "node:fs/promises";
import { type Hindsight, loadSettings, openHindsight } from "@hindsight-memory/engine";
import { type RunningServer, startServer } from "@hindsight-memory/server";
import { freshDataDir } from "../../../packages/engine/test/support/database.js";

export interface Doors {
  readonly engine: Hindsight;
  /** The folder that the engine has open. */
  readonly dataDir: string;
  /** `closeTimeoutMs` is how long running requests may hold its close back. */
  open(env?: Readonly<Record<string, string>>, closeTimeoutMs?: number): Promise<RunningServer>;
  close(): Promise<void>;
}

export async function doors(): Promise<Doors> {
  const dataDir = await freshDataDir();
  const common = {
    HINDSIGHT_DATA_DIR: dataDir,
    HINDSIGHT_API_PORT: "0",
    HINDSIGHT_API_LOG_LEVEL: "fatal",
    HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false",
  };
  const engine = await openHindsight({ settings: loadSettings(common) });
  const servers: RunningServer[] = [];
  return {
    engine,
    dataDir,
    async open(env = {}, closeTimeoutMs = 2_000) {
      const server = await startServer({ env: { ...common, ...env }, engine, closeTimeoutMs });
      servers.push(server);
      return server;
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
