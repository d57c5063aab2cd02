// A server that asks who calls: keys of its tenants, and calls as their holders.
// In: settings. Out: keys made in the engine behind it, and every route and tool that it serves, as it tells of them itself.

import { rm } from "node:fs/promises";
import type { Hindsight, NewApiKey } from "@hindsight-memory/engine";
import { startServer } from "@hindsight-memory/server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { freshDataDir, freshPostgres } from "../../packages/engine/test/support/database.js";
import { type Reply, send, type TestEngine } from "./server.js";

/** A route as the specification has it. */
export interface ServedRoute {
  readonly operationId: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
}

export interface ClosedServer {
  readonly url: string;
  readonly engine: Hindsight;
  /** A new key of a tenant, which is made when it is missing; of the home tenant unless told. */
  key(fields?: NewApiKey, tenant?: string): Promise<string>;
  /** Calls with a key; without one when it is null. */
  as(key: string | null, method: string, path: string, body?: unknown): Promise<Reply>;
  /** Every route below `/v1/default/`. */
  routes(): Promise<readonly ServedRoute[]>;
  /** An MCP client with a key, on a path. */
  mcp(key: string | null, path?: string): Promise<Client>;
  close(): Promise<void>;
}

export async function closedServer(engine: TestEngine, more: Readonly<Record<string, string>> = {}): Promise<ClosedServer> {
  const database = engine === "postgres" ? await onPostgres() : await inFolder();
  const env = {
    HINDSIGHT_API_PORT: "0",
    HINDSIGHT_API_LOG_LEVEL: "fatal",
    HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false",
    HINDSIGHT_API_TENANT_EXTENSION: "keys",
    ...database.env,
    ...more,
  };
  const server = await startServer({ env, closeTimeoutMs: 2_000 });
  const as: ClosedServer["as"] = (key, method, path, body) =>
    send(server.url, method, path, body, { headers: key === null ? {} : { authorization: `Bearer ${key}` } });
  return {
    url: server.url,
    engine: server.engine,
    as,
    async key(fields = {}, tenant) {
      if (tenant === undefined) return (await server.engine.keys.create(fields)).key;
      await server.engine.tenants.create(tenant);
      const { engine: its, release } = await server.engine.tenants.open(tenant);
      try {
        return (await its.keys.create(fields)).key;
      } finally {
        release();
      }
    },
    async routes() {
      const { paths } = (await as(null, "GET", "/openapi.json")).body as { paths: Record<string, Record<string, { operationId: string }>> };
      return Object.entries(paths).flatMap(([path, methods]) =>
        path.startsWith("/v1/default/")
          ? Object.entries(methods).map(([method, { operationId }]) => ({ path, method: method.toUpperCase(), operationId }))
          : [],
      );
    },
    async mcp(key, path = "/mcp") {
      const client = new Client({ name: "test", version: "1" });
      const headers = key === null ? {} : { Authorization: `Bearer ${key}` };
      // biome-ignore lint/suspicious/noExplicitAny: the SDK's transport is not written for exactOptionalPropertyTypes
      await client.connect(new StreamableHTTPClientTransport(new URL(path, server.url), { requestInit: { headers } }) as any);
      return client;
    },
    async close() {
      await server.close();
      await database.drop();
    },
  };
}

async function onPostgres() {
  const { url, drop } = await freshPostgres();
  return { env: { HINDSIGHT_API_DATABASE_URL: url }, drop };
}

async function inFolder() {
  const dataDir = await freshDataDir();
  return { env: { HINDSIGHT_DATA_DIR: dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) };
}

/** A path with its parameters filled in; those that are not given are `none`. */
export function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? "none"));
}
