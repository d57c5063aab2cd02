// Requests that are wrong as such, whatever they ask for: heads and targets that cannot be used, paths and methods that are not there, bodies too large.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type TestServer } from "../support/server.js";

let server: TestServer;
const BANK = "bad-requests";
const MEMORIES = bankPath(BANK, "/memories");
const RECALL = bankPath(BANK, "/memories/recall");

beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

describe("the request itself", () => {
  it("answers a head over 16 KB with 431, and an unusable target with 400", async () => {
    const large = await server.call("GET", "/version", undefined, { headers: { "x-large": "x".repeat(40_000) } });
    expect([large.status, large.body.detail]).toEqual([431, expect.any(String)]);
    for (const path of [
      "/v1/default/banks/%zz/stats",
      "/v1/default/banks/%ff/stats",
      "/v1/default/banks/a%00b/stats",
      "/a\\b",
      "/v1/default/banks/\u00fc/stats",
    ]) {
      const reply = await server.call("GET", path);
      expect(reply.status, path).toBe(400);
      expect(reply.body.detail, path).toEqual(expect.any(String));
    }
  });

  it("knows its paths and methods", async () => {
    expect(await server.call("GET", "/nowhere")).toMatchObject({ status: 404, body: { detail: "Not Found" } });
    expect(await server.call("PATCH", "/version")).toMatchObject({ status: 405, headers: { allow: "GET" } });
    expect(await server.call("GET", RECALL)).toMatchObject({ status: 405, headers: { allow: "POST" } });
    expect(await server.call("POST", "/docs")).toMatchObject({ status: 405, headers: { allow: "GET" } });
    expect(await server.call("GET", `${MEMORIES}/no-uuid`)).toMatchObject({ status: 400 }); // control: an id beside the word
    expect(await server.call("GET", RECALL.replace("recall", "recall/"))).toMatchObject({ status: 404 });
    expect((await server.call("HEAD", "/version")).status).toBe(200);
  });
});

describe("a body that is too large", () => {
  const size = 100 * 1_048_576;

  it("is refused from its declared length, without being read, and the connection ends well", async () => {
    const before = process.memoryUsage().rss;
    const reply = await server.call("POST", MEMORIES, new Uint8Array(size).fill(32));
    expect([reply.status, reply.body.detail]).toEqual([413, expect.stringContaining("HINDSIGHT_API_MAX_BODY_MB")]);
    expect(process.memoryUsage().rss - before).toBeLessThan(3 * size);
    expect((await server.call("GET", "/health")).status).toBe(200);
  });

  it("is refused while it streams in, when no length was declared", async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent < size; sent += 1_048_576) controller.enqueue(new Uint8Array(1_048_576).fill(32));
        controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } };
    const reply = await fetch(`${server.url}${MEMORIES}`, init as RequestInit);
    expect([reply.status, ((await reply.json()) as { detail: string }).detail]).toEqual([413, expect.any(String)]);
  });

  it("is refused before it is sent, when the caller asks first", async () => {
    const headers = { expect: "100-continue", "content-length": String(size) };
    const reply = await server.call("POST", MEMORIES, undefined, { headers: { ...headers, connection: "close" } });
    expect(reply.status).toBe(413);
  });
});
