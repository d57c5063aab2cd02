// Servers of their own for pictures and measurements outside of the tests: one with a sample bank, one that is new and asks for a key.
// In: how many memories, and perhaps another build of the console. Out: its address; its database is a folder that goes away with it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "@hindsight-memory/server";
import { fillSample, type SampleBank } from "../test/support/sample-bank.js";

export interface OwnServer {
  readonly url: string;
  /** Nothing waits and nothing runs any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface SampleServer extends OwnServer {
  readonly bank: string;
}

/** A bank beside the sample that nothing was told. */
const EMPTY_BANK = "fresh";

/** Key of the server that asks for one. */
export const ACCESS_KEY = "pictures-of-the-console";

/** A server that was never used, and whose console asks for `ACCESS_KEY`. */
export const newServer = (folder?: string): Promise<OwnServer> => openServer({ HINDSIGHT_CP_ACCESS_KEY: ACCESS_KEY }, folder);

export async function sampleServer(count: number, folder?: string): Promise<SampleServer> {
  const server = await openServer({}, folder);
  const bank = "assistant";
  await fillSample(bankOf(server.url, bank), count);
  await bankOf(server.url, EMPTY_BANK).call("PUT", "", {});
  await server.idle();
  return { ...server, bank };
}

async function openServer(env: Readonly<Record<string, string>>, consoleFolder?: string): Promise<OwnServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "hindsight-console-"));
  const server = await startServer({
    env: {
      HINDSIGHT_API_PORT: "0",
      HINDSIGHT_API_LOG_LEVEL: "error",
      HINDSIGHT_API_AUDIT_LOG_ENABLED: "true",
      HINDSIGHT_DATA_DIR: folder,
      ...env,
    },
    ...(consoleFolder === undefined ? {} : { consoleFolder }),
  });
  return {
    url: server.url,
    idle: () => server.engine.idle(),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function bankOf(url: string, bank: string): SampleBank {
  return {
    async call(method, rest, body) {
      const reply = await fetch(`${url}/v1/default/banks/${bank}${rest}`, {
        method,
        headers: { "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: reply.status, text: await reply.text() };
    },
  };
}

/** News of Ann, and her page written again, so that its history has a change to show. */
export async function addNews(server: SampleServer): Promise<void> {
  const bank = bankOf(server.url, server.bank);
  await bank.call("POST", "/memories", { items: [{ content: "Ann sold her boat and took up running in May.", document_id: "news" }] });
  await server.idle();
  const models = await bank.call("GET", "/mental-models?limit=100");
  const { items } = JSON.parse(models.text) as { readonly items: readonly { readonly id: string; readonly name: string }[] };
  const page = items.find(({ name }) => name === "Ann");
  if (page === undefined) throw new Error("The sample has no page named Ann");
  await bank.call("POST", `/mental-models/${page.id}/refresh`);
  await server.idle();
}
