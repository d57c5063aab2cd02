// What a call does when something goes wrong: its error, and whether it is made again.

import { HindsightClient, HindsightError } from "@hindsight-memory/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStub, type Stub, type StubReply } from "./support/stub.js";

let stub: Stub;
let client: HindsightClient;
beforeAll(async () => {
  stub = await openStub();
  client = new HindsightClient({ baseUrl: stub.url });
});
afterAll(() => stub.close());

async function errorOf(call: () => Promise<unknown>): Promise<HindsightError> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(HindsightError);
    return error as HindsightError;
  }
  throw new Error("the call did not fail");
}

/** Asks the server for a moment only, so that no test waits. */
const BUSY: StubReply = { status: 503, headers: { "retry-after": "0" }, body: { detail: "busy" } };
const OK: StubReply = { body: { results: [] } };

describe("errors", () => {
  test("tell the status, a code, the detail and the request's id", async () => {
    stub.answer({ status: 404, headers: { "x-request-id": "r-1" }, body: { detail: "Bank 'b' not found" } });
    const error = await errorOf(() => client.getBankConfig("b"));
    expect(error).toMatchObject({ name: "HindsightError", statusCode: 404, status: 404, code: "not_found", requestId: "r-1" });
    expect(error.details).toBe("Bank 'b' not found");
    expect(error.message).toBe("getBankConfig failed (404): Bank 'b' not found");
  });

  test("name the fields of a request that is not as specified", async () => {
    const detail = ["a", "b", "c", "d"].map((name) => ({ loc: ["body", name], msg: "wrong", type: "t" }));
    stub.answer({ status: 422, body: { detail } });
    const error = await errorOf(() => client.retain("b", "x"));
    expect(error).toMatchObject({ statusCode: 422, code: "invalid", details: detail });
    expect(error.message).toBe("retain failed (422): body.a: wrong; body.b: wrong; body.c: wrong; and 1 more");
  });

  test.each([
    [{ status: 502, body: "bad gateway" }, "bad_gateway", "bad gateway", "deleteBank failed (502): bad gateway"],
    [{ status: 418, body: { teapot: true } }, "refused", { teapot: true }, 'deleteBank failed (418): {"teapot":true}'],
    [{ status: 500, body: "" }, "server_error", undefined, "deleteBank failed (500): Internal Server Error"],
  ])("take a proxy's answer as it is: %j", async (reply, code, details, message) => {
    stub.answer(reply);
    const error = await errorOf(() => client.deleteBank("b"));
    expect([error.code, error.details, error.message]).toEqual([code, details, message]);
  });

  test("say so when something else answers at this address", async () => {
    stub.answer({ body: "<html>hello</html>" });
    const error = await errorOf(() => client.recall("b", "q"));
    expect([error.code, error.statusCode]).toEqual(["invalid_reply", 200]);
    expect(error.message).toContain("Is a Hindsight server there?");
  });

  test("name the address when nothing answers there", async () => {
    const nobody = new HindsightClient({ baseUrl: "http://127.0.0.1:9", maxRetries: 0 });
    const error = await errorOf(() => nobody.getVersion());
    expect([error.code, error.statusCode]).toEqual(["network", undefined]);
    expect(error.message).toContain("http://127.0.0.1:9 cannot be reached");
    expect(error.cause).toBeInstanceOf(Error);
  });

  test("refuse an address without a scheme, and ids that a URL would swallow", async () => {
    expect(() => new HindsightClient({ baseUrl: "localhost:8888" })).toThrow("begins with http://");
    stub.answer({});
    for (const id of ["", ".", ".."]) {
      expect((await errorOf(() => client.deleteDocument("bank", id))).code).toBe("bad_argument");
      expect((await errorOf(() => client.deleteBank(id))).code).toBe("bad_argument");
    }
    expect(stub.requests).toEqual([]);
    await client.deleteDocument("bank", "..."); // control: other dots are an id as any
    expect(stub.requests[0]?.url).toBe("/v1/default/banks/bank/documents/...");
  });

  test("getDocument is null for a document that is not there, and no other failure is", async () => {
    stub.answer({ status: 404, body: { detail: "no" } });
    expect(await client.getDocument("b", "d")).toBeNull();
    stub.answer({ status: 403, body: { detail: "no" } });
    expect((await errorOf(() => client.getDocument("b", "d"))).statusCode).toBe(403);
  });
});

describe("a second try", () => {
  const READS: Readonly<Record<string, () => Promise<unknown>>> = {
    listMemories: () => client.listMemories("b"),
    recall: () => client.recall("b", "q"),
    "retain with async": () => client.retain("b", "x", { async: true }),
    "retainBatch with async": () => client.retainBatch("b", [{ content: "x" }], { async: true, operationId: "mine" }),
  };
  test.each(Object.entries(READS))("%s is made again", async (_, call) => {
    stub.answer(BUSY, { breaks: true }, OK);
    await call();
    expect(stub.requests).toHaveLength(3);
    expect(new Set(stub.requests.map(({ url, text }) => url + text)).size).toBe(1);
  });

  test("a queued retain carries a key of its own, each call another", async () => {
    stub.answer({});
    await client.retain("b", "x", { async: true });
    await client.retain("b", "x", { async: true });
    const keys = stub.requests.map(({ body }) => body.operation_id as string);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
    "retain that waits": () => client.retain("b", "x"),
    "retainBatch of two strategies": () =>
      client.retainBatch(
        "b",
        [
          { content: "x", strategy: "a" },
          { content: "y", strategy: "b" },
        ],
        { async: true },
      ),
    reflect: () => client.reflect("b", "q"),
    createBank: () => client.createBank("b"),
    deleteBank: () => client.deleteBank("b"),
    retainFiles: () => client.retainFiles("b", [new File(["x"], "a.txt")]),
  };
  test.each(Object.entries(WRITES))("%s is not", async (_, call) => {
    stub.answer(BUSY, OK);
    expect((await errorOf(call)).statusCode).toBe(503);
    expect(stub.requests).toHaveLength(1);
  });

  test.each([400, 401, 404, 409, 422, 500])("%i is final", async (status) => {
    stub.answer({ status, body: { detail: "no" } }, OK);
    expect((await errorOf(() => client.listMemories("b"))).statusCode).toBe(status);
    expect(stub.requests).toHaveLength(1);
  });

  test("comes no more often than maxRetries says", async () => {
    stub.answer(BUSY);
    await errorOf(() => client.recall("b", "q", { maxRetries: 1 }));
    expect(stub.requests).toHaveLength(2);
  });

  test("does not come when the server asks for a long wait, and the error tells it", async () => {
    stub.answer({ status: 429, headers: { "retry-after": "3600" }, body: { detail: "spend limit" } }, OK);
    const error = await errorOf(() => client.recall("b", "q"));
    expect([error.code, error.retryAfterMs]).toEqual(["too_many_requests", 3_600_000]);
    expect(stub.requests).toHaveLength(1);
  });

  test("waits as long as the server asks", async () => {
    stub.answer({ ...BUSY, headers: { "retry-after": "0.3" } }, OK);
    const started = performance.now();
    await client.recall("b", "q");
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test("does not come when it would be behind the deadline", async () => {
    stub.answer({ ...BUSY, headers: { "retry-after": "20" } }, OK);
    expect((await errorOf(() => client.recall("b", "q", { timeoutMs: 5_000 }))).statusCode).toBe(503);
    expect(stub.requests).toHaveLength(1);
  });
});

describe("an end before the answer", () => {
  test("timeoutMs ends a call", async () => {
    stub.answer({ after: 5_000 });
    const error = await errorOf(() => client.retain("b", "x", { timeoutMs: 40 }));
    expect([error.code, error.message]).toEqual(["timeout", expect.stringContaining("no answer within 40 ms")]);
  });

  test("a signal ends a call, a wait for a second try too, and gives its reason", async () => {
    const reason = new Error("the user left");
    for (const reply of [{ after: 5_000 }, { ...BUSY, headers: { "retry-after": "20" } }]) {
      stub.answer(reply);
      const controller = new AbortController();
      const failed = errorOf(() => client.recall("b", "q", { signal: controller.signal }));
      setTimeout(() => controller.abort(reason), 40);
      const error = await failed;
      expect([error.code, error.cause, error.message]).toEqual(["aborted", reason, expect.stringContaining("the user left")]);
    }
  });

  test("a signal that fired before sends nothing", async () => {
    stub.answer({});
    expect((await errorOf(() => client.getVersion({ signal: AbortSignal.abort() }))).code).toBe("aborted");
    expect(stub.requests).toEqual([]);
  });
});

describe("waiting for an operation", () => {
  const status = (status: string, more: object = {}): StubReply => ({ body: { operation_id: "o", status, ...more } });
  const wait = { pollIntervalMs: 1 };

  test("ends with its last status, and tells each on the way", async () => {
    stub.answer(status("pending"), status("processing"), status("completed", { completed_at: "now" }));
    const seen: string[] = [];
    const last = await client.waitForOperation("b", "o", { ...wait, onStatus: (each) => seen.push(each.status) });
    expect(last.completed_at).toBe("now");
    expect(seen).toEqual(["pending", "processing", "completed"]);
  });

  test("goes on with the retain that a file's text is handed to", async () => {
    const handed = status("completed", { result_metadata: { retain_operation_id: "r" } });
    stub.answer(status("pending"), handed, status("processing"), status("completed", { completed_at: "then" }));
    expect((await client.waitForOperation("b", "o", wait)).completed_at).toBe("then");
    expect(stub.requests.map(({ url }) => url.split("/").at(-1))).toEqual(["o", "o", "r", "r"]);
    stub.answer(handed, status("failed", { error_message: "no model" }));
    expect((await errorOf(() => client.waitForOperation("b", "o", wait))).message).toContain("operation r failed: no model");
  });

  test.each([
    [status("failed", { error_message: "boom" }), "operation o failed: boom"],
    [status("cancelled"), "operation o was cancelled"],
    [status("not_found"), "operation o is not known in this bank"],
  ])("throws when nothing more will come: %j", async (reply, told) => {
    stub.answer(reply);
    const error = await errorOf(() => client.waitForOperation("b", "o", wait));
    expect([error.code, error.message]).toEqual(["operation_failed", `waitForOperation failed: ${told}`]);
    expect(error.details).toMatchObject({ operation_id: "o" });
  });

  test("ends with its time and with its signal", async () => {
    stub.answer(status("pending"));
    const late = await errorOf(() => client.waitForOperation("b", "o", { ...wait, timeoutMs: 30 }));
    expect([late.code, late.message]).toEqual(["timeout", expect.stringContaining("is pending after 30 ms; it goes on")]);
    const left = await errorOf(() => client.waitForOperation("b", "o", { ...wait, signal: AbortSignal.abort() }));
    expect(left.code).toBe("aborted");
  });

  test("an export says which operation failed, and keeps the key to its own server", async () => {
    stub.answer(status("failed", { error_message: "disk full" }));
    expect((await errorOf(() => client.exportDocuments("b"))).message).toBe("exportDocuments failed: operation o failed: disk full");
    stub.answer(status("completed", { result_metadata: {} }));
    expect((await errorOf(() => client.exportDocuments("b"))).code).toBe("invalid_reply");
    const other = await openStub();
    stub.answer(status("completed", { result_metadata: { download_url: `${other.url}/archive` } }));
    await new HindsightClient({ baseUrl: stub.url, apiKey: "secret" }).exportDocuments("b");
    expect(stub.requests[0]?.headers.authorization).toBe("Bearer secret");
    expect(other.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([["/archive", undefined]]);
    await other.close();
  });
});
