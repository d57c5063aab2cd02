// A server of its own with a sample bank, for pictures and measurements outside of the tests.
// In: how many memories. Out: its address and the bank's id; its database is a folder that goes away with it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "@hindsight-memory/server";
import { fillSample } from "../test/support/sample-bank.js";

export interface SampleServer {
  readonly url: string;
  readonly bank: string;
  close(): Promise<void>;
}

export async function sampleServer(count: number): Promise<SampleServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "hindsight-console-"));
  const server = await startServer({
    env: {
      HINDSIGHT_API_PORT: "0",
      HINDSIGHT_API_LOG_LEVEL: "error",
      HINDSIGHT_API_AUDIT_LOG_ENABLED: "true",
      HINDSIGHT_DATA_DIR: folder,
    },
  });
  const bank = "assistant";
  await fillSample(
    {
      async call(method, rest, body) {
        const reply = await fetch(`${server.url}/v1/default/banks/${bank}${rest}`, {
          method,
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        });
        return { status: reply.status, text: await reply.text() };
      },
    },
    count,
  );
  await server.engine.idle();
  return {
    url: server.url,
    bank,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
