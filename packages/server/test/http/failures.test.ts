import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Hindsight, HindsightError, loadSettings, NO_SPAN } from "@hindsight-memory/engine";
import { describe, expect, it } from "vitest";
import { starting } from "../../src/http/starting.js";
import { createApp } from "../../src/index.js";

/** An engine that fails: what is tested is how a failure is told, which no healthy engine shows. */
function failing(cause: unknown): Hindsight {
  const fail = async (): Promise<never> => {
    throw cause;
  };
  const audit = { begin: async () => () => undefined };
  const inCall: Hindsight["inCall"] = (_, work) => work(NO_SPAN);
  return { recall: fail, health: fail, audit, inCall, noteRecallPhase: () => undefined } as unknown as Hindsight;
}

function appOver(engine: Hindsight, log: { readonly level: string; readonly fields: object }[]) {
  const note = (level: string) => (fields: object) => void log.push({ level, fields });
  return createApp(engine, {
    settings: loadSettings({}),
    log: { info: note("info"), warn: note("warn"), error: note("error") },
    hosts: null,
    shutdown: new AbortController().signal,
  });
}

const recall = { method: "POST", body: '{"query":"x"}', headers: { "content-type": "application/json", "x-request-id": "r-1" } };

describe("a failure of ours", () => {
  it("tells the caller its request id, and the log its cause", async () => {
    const log: { readonly level: string; readonly fields: object }[] = [];
    const cause = new Error('relation "memory" does not exist at /srv/secret');
    const reply = await appOver(failing(cause), log).request("/v1/default/banks/b/memories/recall", recall);
    const text = await reply.text();
    expect([reply.status, JSON.parse(text)]).toEqual([500, { detail: expect.stringContaining("r-1") }]);
    expect(text).not.toMatch(/relation|secret/);
    expect(log).toEqual([{ level: "error", fields: expect.objectContaining({ err: cause, status: 500, requestId: "r-1" }) }]);
  });

  it("is one even when what was thrown is no error", async () => {
    const reply = await appOver(failing("a string"), []).request("/v1/default/banks/b/memories/recall", recall);
    expect(reply.status).toBe(500);
  });

  it("of the server's configuration is told as it is, without its cause, and asks for no repeat", async () => {
    const text = 'The language model provider "openai" needs a key: set HINDSIGHT_API_LLM_API_KEY (or OPENAI_API_KEY).';
    const cause = new HindsightError("configuration_invalid", text, { cause: new Error("at /srv/secret") });
    const reply = await appOver(failing(cause), []).request("/v1/default/banks/b/memories/recall", recall);
    expect([reply.status, await reply.json(), reply.headers.get("retry-after")]).toEqual([500, { detail: text }, null]);
  });

  it("that passes says when to come back", async () => {
    const reply = await appOver(failing(new HindsightError("database_unavailable", "The database is away.")), []).request(
      "/v1/default/banks/b/memories/recall",
      recall,
    );
    expect([reply.status, await reply.json(), reply.headers.get("retry-after")]).toEqual([503, { detail: "The database is away." }, "5"]);
  });

  it("makes the server unready, not dead", async () => {
    const app = appOver(failing(new HindsightError("database_unavailable", "The database is away.")), []);
    const reply = await app.request("/health");
    expect([reply.status, await reply.json()]).toEqual([
      503,
      { status: "unhealthy", database: "unavailable", error: "The database is away." },
    ]);
    expect((await app.request("/health/live")).status).toBe(200);
  });
});

describe("before the engine is open", () => {
  it("the server is alive and says that it is early", async () => {
    const server = createServer(starting);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const replies = await Promise.all(
      ["/health/live", "/health", "/x/health/ready?y", "/v1/default/banks"].map((path) => fetch(base + path)),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 503, 503, 503]);
    expect(await replies[1]?.json()).toEqual({ status: "unhealthy", reason: "not_initialized" });
    expect([await replies[3]?.json(), replies[3]?.headers.get("retry-after")]).toEqual([{ detail: expect.any(String) }, "1"]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
