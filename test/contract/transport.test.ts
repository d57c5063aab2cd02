// The transport: keys, names, prefixes, compression, capacity, hanging up, starting and stopping.

import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import type { Hindsight } from "@hindsight-memory/engine";
import { startServer } from "@hindsight-memory/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, send, type TestServer } from "../support/server.js";

let server: TestServer;
beforeAll(async () => {
  server = await openServer({ HINDSIGHT_API_BASE_PATH: "/memory", HINDSIGHT_API_ALLOWED_HOSTS: "memory.test" });
  await server.retain(
    "b",
    Array.from({ length: 12 }, (_, i) => ({ content: `Shelf number ${i} of the northern warehouse holds widgets of kind ${i}.` })),
  );
});
afterAll(() => server.close());

describe("compression", () => {
  it("is for callers who take it and replies of 1024 bytes", async () => {
    const at = bankPath("b", "/memories/list");
    const small = { headers: { "accept-encoding": "gzip" } };
    const zipped = await fetch(`${server.url}${at}`, { headers: { "accept-encoding": "gzip" } });
    const items = ((await zipped.json()) as { items: unknown[] }).items;
    expect([zipped.headers.get("content-encoding"), items.length]).toEqual(["gzip", 12]);
    const plain = await server.call("GET", at);
    expect([plain.headers["content-encoding"], plain.body.items.length]).toEqual([undefined, 12]);
    expect(plain.headers.vary).toBe("Accept-Encoding");
    expect((await server.call("GET", "/version", undefined, small)).headers["content-encoding"]).toBeUndefined();
    expect(gunzipSync(Buffer.from(await rawBytes(`${server.url}${at}`))).toString("utf8")).toBe(plain.text);
  });

  async function rawBytes(url: string): Promise<Uint8Array> {
    const { request } = await import("node:http");
    return new Promise((resolve, reject) => {
      request(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts)));
      })
        .on("error", reject)
        .end();
    });
  }
});

describe("the base path", () => {
  it("is answered, and so are the plain paths; the specification names it", async () => {
    for (const prefix of ["", "/memory"]) {
      expect((await server.call("GET", `${prefix}/health`)).status).toBe(200);
      expect((await server.call("GET", `${prefix}${bankPath("b", "/stats")}`)).body.bank_id).toBe("b");
      expect((await server.call("GET", `${prefix}/docs`)).text).toContain("<!doctype html>");
    }
    expect((await server.call("GET", "/memory/openapi.json")).body.servers).toEqual([{ url: "/memory" }]);
    expect((await server.call("GET", "/memories/health")).status).toBe(404);
  });
});

describe("names", () => {
  it("of the server are answered, others refused: a keyless server on loopback", async () => {
    for (const host of ["localhost", "127.0.0.1:1", "memory.test"])
      expect((await server.call("GET", "/version", undefined, { headers: { host } })).status).toBe(200);
    const refused = await server.call("GET", "/version", undefined, { headers: { host: "evil.test" } });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining("HINDSIGHT_API_ALLOWED_HOSTS")]);
    const crossed = await server.call("POST", bankPath("b", "/memories"), { items: [] }, { headers: { origin: "https://evil.test" } });
    expect(crossed.status).toBe(403);
  });

  it("of requests come back, when they are plain", async () => {
    expect((await server.call("GET", "/version", undefined, { headers: { "x-request-id": "abc-1" } })).headers["x-request-id"]).toBe(
      "abc-1",
    );
    expect((await server.call("GET", "/version", undefined, { headers: { "x-request-id": "a b" } })).headers["x-request-id"]).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });
});

describe("documentation", () => {
  it("tells the version of the API from the server's, and what tag filters mean", async () => {
    const { info, components } = (await server.call("GET", "/openapi.json")).body;
    const version = (await server.call("GET", "/version")).body;
    expect([info.version, info["x-server-version"]]).toEqual([version.api_version, version.server_version]);
    const { tags, tags_match, tag_groups } = components.schemas.RecallRequest.properties;
    for (const field of [tags, tags_match, tag_groups]) expect(field.description).toMatch(/\w+/);
  });

  it("comes from this server alone", async () => {
    const page = await server.call("GET", "/docs");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    const files = ["/docs/docs.js", "/docs/docs.css"];
    for (const file of files) {
      expect(page.text).toContain(file.slice(1));
      const reply = await server.call("GET", file);
      expect([reply.status, reply.text.length > 500]).toEqual([200, true]);
      expect(reply.text).not.toMatch(/https?:\/\/(?!localhost)/);
    }
    expect(page.text).not.toMatch(/https?:\/\//);
    expect(await server.call("GET", "/redoc")).toMatchObject({ status: 307, headers: { location: "docs" } });
    for (const path of ["/", "/docs/", "/memory", "/memory/", "/memory/docs/"]) {
      const reply = await server.call("GET", path);
      const at = new URL(reply.headers.location as string, `${server.url}${path}`).pathname;
      expect([reply.status, at], path).toEqual([307, path.startsWith("/memory") ? "/memory/docs" : "/docs"]);
    }
  });
});

describe("a key", () => {
  let locked: TestServer;
  beforeAll(async () => {
    locked = await openServer({ HINDSIGHT_API_TENANT_API_KEY: "k-1", HINDSIGHT_API_HOST: "127.0.0.1" });
  });
  afterAll(() => locked.close());

  it("is asked for on every route of the API, before anything is read", async () => {
    for (const [method, path] of [
      ["GET", "/v1/default/banks"],
      ["POST", bankPath("b", "/memories")],
      ["GET", "/v1/default/chunks/x"],
      ["GET", "/v1/default/nowhere"],
      ["GET", bankPath("b", "/profile")],
    ] as const) {
      const reply = await locked.call(method, path, method === "POST" ? "{broken" : undefined);
      expect([reply.status, reply.body], path).toEqual([401, { detail: "Authentication failed: Invalid API key" }]);
    }
    for (const authorization of ["Bearer k-1", "k-1"])
      expect((await locked.call("GET", "/v1/default/banks", undefined, { headers: { authorization } })).status).toBe(200);
    expect((await locked.call("GET", "/v1/default/banks", undefined, { headers: { authorization: "Bearer k-2" } })).status).toBe(401);
  });

  it("is not asked for by health, version, metrics and documentation, and any host name will do", async () => {
    for (const path of ["/health", "/health/ready", "/health/live", "/version", "/metrics", "/docs", "/openapi.json"]) {
      expect((await locked.call("GET", path, undefined, { headers: { host: "memory.example" } })).status, path).toBe(200);
    }
  });
});

describe("starting", () => {
  it("refuses an address that others reach, unless a key or a word allows it", async () => {
    const env = { HINDSIGHT_API_HOST: "0.0.0.0", HINDSIGHT_API_PORT: "0" };
    const refusal = startServer({ env });
    await expect(refusal).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringMatching(/HINDSIGHT_API_TENANT_API_KEY.*HINDSIGHT_API_ALLOW_OPEN/),
    });
    for (const allowed of [{ HINDSIGHT_API_TENANT_API_KEY: "k" }, { HINDSIGHT_API_ALLOW_OPEN: "true" }]) {
      const open = await openServer({ ...env, ...allowed });
      expect(open.url).toMatch(/^http:\/\/localhost:\d+$/);
      expect((await open.call("GET", "/health")).status).toBe(200);
      await open.close();
    }
  });

  it("names a port that is taken, before a database is opened", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const start = startServer({ env: { HINDSIGHT_API_PORT: String(port), HINDSIGHT_DATA_DIR: "/nowhere/at/all" } });
    await expect(start).rejects.toMatchObject({ message: expect.stringMatching(new RegExp(`${port}.*HINDSIGHT_API_PORT`)) });
    await new Promise((resolve) => other.close(resolve));
  });
});

/** An engine whose recall waits until it is let go or cancelled: what is measured is the server's handling of time, not the engine. */
function slowEngine(real: Hindsight): { readonly engine: Hindsight; readonly seen: AbortSignal[]; release(): void } {
  const seen: AbortSignal[] = [];
  const waiting = new Set<() => void>();
  const recall: Hindsight["recall"] = (_bank, _request, options) => {
    const signal = options?.signal as AbortSignal;
    seen.push(signal);
    return new Promise((resolve, reject) => {
      waiting.add(() =>
        resolve({
          results: [],
          prompt: null,
          trace: null,
          entities: null,
          chunks: null,
          sourceFacts: null,
          sourceFactsTruncated: null,
          degraded: [],
        }),
      );
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
  const release = (): void => {
    for (const each of waiting) each();
  };
  return { engine: { ...real, recall }, seen, release };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("slow calls", () => {
  const recall = { query: "widgets" };
  const at = bankPath("b", "/memories/recall");
  const env = {
    HINDSIGHT_API_PORT: "0",
    HINDSIGHT_API_LOG_LEVEL: "fatal",
    HINDSIGHT_API_ADMISSION_RECALL_MAX_IN_FLIGHT: "1",
    HINDSIGHT_API_ADMISSION_RECALL_MAX_WAIT_MS: "10",
  };
  let real: Hindsight;
  beforeAll(async () => {
    const { openHindsight } = await import("@hindsight-memory/engine");
    const { freshDataDir } = await import("../../packages/engine/test/support/database.js");
    real = await openHindsight({ env: { HINDSIGHT_DATA_DIR: await freshDataDir(), HINDSIGHT_API_LOG_LEVEL: "fatal" } });
  });
  afterAll(() => real.close());

  it("are cancelled when the caller hangs up, and free their place", async () => {
    const slow = slowEngine(real);
    const running = await startServer({ env, engine: slow.engine });
    const caller = new AbortController();
    const call = send(running.url, "POST", at, recall, { signal: caller.signal });
    await until(() => slow.seen.length === 1);
    expect(slow.seen[0]?.aborted).toBe(false);
    caller.abort();
    await expect(call).rejects.toThrow();
    await until(() => slow.seen[0]?.aborted === true);
    expect(slow.seen[0]?.reason).toMatchObject({ code: "request_cancelled", status: 499 });
    const next = send(running.url, "POST", at, recall);
    await until(() => slow.seen.length === 2);
    slow.release();
    expect((await next).status).toBe(200);
    await running.close();
  });

  it("fill their lane: the next is turned away with the time to come back, other routes go on", async () => {
    const slow = slowEngine(real);
    const running = await startServer({ env, engine: slow.engine });
    const first = send(running.url, "POST", at, recall);
    await until(() => slow.seen.length === 1);
    expect((await send(running.url, "POST", at, "{broken")).status).toBe(422); // what is wrong needs no place
    const second = await send(running.url, "POST", at, recall);
    expect([second.status, second.body]).toEqual([
      503,
      { detail: "Server is at capacity for 'recall' (1 concurrent); try again shortly." },
    ]);
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
    expect((await send(running.url, "GET", "/health")).status).toBe(200);
    slow.release();
    expect((await first).status).toBe(200);
    await running.close();
  });

  it("are not those that are still being sent: an unfinished body holds no place", async () => {
    const running = await startServer({ env, engine: real });
    await real.retain("b", { items: [{ content: "The widgets are in the shed." }] });
    const unfinished = await Promise.all(Array.from({ length: 5 }, () => unfinishedRecall(running.url)));
    expect((await send(running.url, "POST", at, recall)).status).toBe(200);
    expect(unfinished.map(({ socket }) => socket.readyState)).toEqual(Array(5).fill("open")); // control: they were there all the while
    for (const { socket } of unfinished) socket.destroy();
    await running.close();
  });

  it("are told when their body does not come, and the connection ends", async () => {
    const running = await startServer({ env, engine: real, bodyTimeoutMs: 20 });
    const { reply } = await unfinishedRecall(running.url);
    expect(await reply).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*did not arrive in time/i);
    await running.close();
  });

  /** A recall of whose body only the beginning comes; `reply` is everything that the server sends until it hangs up. */
  async function unfinishedRecall(url: string): Promise<{ readonly socket: Socket; readonly reply: Promise<string> }> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = `POST ${at} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(`${head}{"query"`, () => resolve()));
    const reply = new Promise<string>((resolve) => {
      let text = "";
      socket.on("data", (part) => {
        text += part.toString("utf8");
      });
      socket.on("close", () => resolve(text));
    });
    return { socket, reply };
  }

  it("finish before the server closes, which takes no new ones; closing twice is closing once", async () => {
    const slow = slowEngine(real);
    const running = await startServer({ env, engine: slow.engine });
    const first = send(running.url, "POST", at, recall);
    await until(() => slow.seen.length === 1);
    const closing = running.close();
    await expect(send(running.url, "GET", "/health")).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    slow.release();
    expect((await first).status).toBe(200);
    await Promise.all([closing, running.close()]);
  });

  it("are cancelled when they outlast the close", async () => {
    const slow = slowEngine(real);
    const running = await startServer({ env, engine: slow.engine, closeTimeoutMs: 20 });
    const first = send(running.url, "POST", at, recall);
    await until(() => slow.seen.length === 1);
    await running.close();
    expect((await first).status).toBe(503);
  });
});
