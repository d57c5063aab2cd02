// What a hostile or broken world does to a call: redirects, replies that are none, arguments that cannot be sent, lists that shrink.

import { createReadStream } from "node:fs";
import {
  createClient,
  createConfig,
  HindsightClient,
  type HindsightError,
  recallResponseToMemoryPrompt,
  sdk,
} from "@hindsight-memory/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { everyEntry } from "../src/wire/pages.js";
import { openStub, type Stub, type StubReply } from "./support/stub.js";

let stub: Stub;
let other: Stub;
let client: HindsightClient;
beforeAll(async () => {
  [stub, other] = await Promise.all([openStub(), openStub()]);
  client = new HindsightClient({ baseUrl: stub.url, apiKey: "key", headers: { "X-Api-Key": "second key" } });
});
afterAll(() => Promise.all([stub.close(), other.close()]));

const failure = (call: Promise<unknown>): Promise<HindsightError> =>
  call.then(
    () => expect.unreachable("the call did not fail"),
    (error: HindsightError) => error,
  );
const OK: StubReply = { body: { results: [] } };
const to = (location: string, status = 307): StubReply => ({ status, headers: { location } });

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("%i to another host takes no memory, no question and no key along", async (status) => {
    other.answer(OK);
    for (const call of [() => client.recall("b", "q"), () => client.retain("b", "private"), () => client.getVersion()]) {
      stub.answer(to(`${other.url}/there`, status), OK);
      const error = await failure(call());
      expect([error.code, error.statusCode, error.message]).toEqual(["refused", status, expect.stringContaining(`${other.url}/there`)]);
    }
    expect(other.requests).toEqual([]);
  });

  test("on the same server is followed as the call that it was, or not at all", async () => {
    stub.answer(to("/moved?x=1"), OK);
    await client.retain("b", "kept");
    expect(stub.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /v1/default/banks/b/memories", "POST /moved?x=1"]);
    expect(stub.requests[1]).toMatchObject({ text: stub.requests[0]?.text, headers: { authorization: "Bearer key" } });
    stub.answer(to("/moved", 302), OK); // as a GET it would look as if it had stored something
    expect((await failure(client.retain("b", "lost"))).code).toBe("refused");
    stub.answer(to("/v2", 301), OK);
    await client.getVersion();
    expect(stub.requests.map(({ url }) => url)).toEqual(["/version", "/v2"]);
  });

  test("that goes round in circles, or nowhere, ends", async () => {
    stub.answer(to("/version"));
    expect((await failure(client.getVersion())).code).toBe("refused");
    expect(stub.requests).toHaveLength(6);
    stub.answer(to("http://["));
    expect((await failure(client.getVersion())).message).toContain("to another address");
  });

  test("is an error of the low-level half, which says where it leads", async () => {
    stub.answer(to(`${other.url}/there`), OK);
    other.answer(OK);
    const low = createClient(createConfig({ baseUrl: stub.url, headers: { "X-Api-Key": "key" } }));
    const { error, response } = await sdk.retainMemories({
      client: low,
      path: { bank_id: "b" },
      body: { items: [{ content: "private" }] },
    });
    expect([String(error), response?.status, other.requests]).toEqual([expect.stringContaining(`${other.url}/there`), 307, []]);
  });

  test("of an archive is fetched where it lies, without a key", async () => {
    other.answer({ body: "ZIP" });
    const done = { operation_id: "o", status: "completed", result_metadata: { download_url: "/archive" } };
    stub.answer({ body: { operation_id: "o" } }, { body: done }, to(`${other.url}/bucket`, 302));
    expect(new TextDecoder().decode(await client.exportDocuments("b"))).toBe("ZIP");
    expect([stub.requests.at(-1)?.headers.authorization, other.requests[0]?.headers.authorization]).toEqual(["Bearer key", undefined]);
    expect(other.requests[0]?.headers["x-api-key"]).toBeUndefined();
  });
});

describe("a reply", () => {
  test.each([
    ["", "with nothing"],
    ["null", "no reply of the API. Is a Hindsight server there? It begins: null"],
    ['"ok"', "no reply of the API"],
  ])("of 200 that is %j is no result", async (body, told) => {
    stub.answer({ body });
    const error = await failure(client.recall("b", "q"));
    expect([error.code, error.message]).toEqual(["invalid_reply", expect.stringContaining(told)]);
  });

  test("may be empty where nothing is to be said", async () => {
    stub.answer({ status: 204, body: "" }, { body: "" });
    await client.deleteBank("b");
    await client.deleteBank("b");
  });

  test("without the list that was asked for is told as such", async () => {
    stub.answer({ body: { other: true } });
    expect((await failure(client.iterateDocuments("b").next())).code).toBe("invalid_reply");
  });

  test("of a proxy is shortened in the message and whole in the details", async () => {
    const page = `<html>${"x".repeat(9_000)}</html>`;
    stub.answer({ status: 502, body: page });
    const error = await failure(client.deleteBank("b"));
    expect([error.message.length < 600, error.details]).toEqual([true, page]);
    stub.answer({ status: 500, body: { detail: null } });
    expect((await failure(client.deleteBank("b"))).message).toBe("deleteBank failed (500): Internal Server Error");
  });
});

describe("what cannot be sent", () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
    "half of a character": () => client.recall("\ud800", "q"),
    "a BigInt": () => client.retain("b", "x", { async: true, metadata: { a: 1n } as never }),
    "a circle": () => client.retain("b", "x", { metadata: circle as never }),
    "no date": () => client.retain("b", "x", { timestamp: new Date("nonsense") }),
    "no date in a query": () => client.listMemories("b", { startDate: new Date("nonsense") as never }),
    "a path for a file": () => client.retainFiles("b", ["/etc/hosts" as never]),
    "bytes for a file": () => client.retainFiles("b", [Buffer.from("x") as never]),
    "a file that is not there": () => client.retainFiles("b", [{ name: "gone.md", stream: createReadStream("/gone.md") }]),
  };
  test.each(Object.entries(CALLS))("%s is refused as an argument, and no word about the server", async (_, call) => {
    stub.answer(OK);
    const error = await failure(call());
    expect([error.code, error.message]).toEqual(["bad_argument", expect.not.stringContaining("reached")]);
  });

  test("a stream of texts and a Blob of another maker are files", async () => {
    stub.answer({});
    const blob = { type: "text/plain", size: 3, stream: () => new Blob(["two"]).stream() } as Blob;
    async function* texts() {
      yield "one";
    }
    await client.retainFiles("b", [{ name: "a.txt", stream: texts() as never }, blob]);
    expect(stub.requests[0]?.text).toMatch(/filename="a.txt"[\s\S]*\r\n\r\none\r\n[\s\S]*text\/plain\r\n\r\ntwo\r\n/);
  });
});

test("a page in a browser, which cannot send a stream, sends what it brings", async () => {
  stub.answer({});
  vi.stubGlobal("document", {});
  const page = new HindsightClient({ baseUrl: stub.url });
  await page.retainFiles("b", [{ name: "a.txt", stream: new Blob(["one two"]).stream() }]);
  expect(stub.requests[0]?.headers).toMatchObject({
    "content-length": expect.any(String),
    "content-type": expect.stringContaining("boundary="),
  });
  expect([stub.requests[0]?.text.includes("one two"), stub.requests[0]?.headers["transfer-encoding"]]).toEqual([true, undefined]);
  const gone = { name: "gone.md", stream: createReadStream("/gone.md") };
  expect((await failure(page.retainFiles("b", [gone]))).message).toContain('"gone.md" could not be read');
  vi.unstubAllGlobals();
});

describe("the client's own settings", () => {
  const made = (options: object) => () => new HindsightClient({ baseUrl: stub.url, ...options });
  test.each([
    [{ baseUrl: "http://ann:tulip@host" }, "baseUrl has a user"],
    [{ baseUrl: "http://host/api?key=tulip" }, "a query"],
    [{ baseUrl: "http://host:99999" }, "which is no address"],
    [{ baseUrl: "http://" }, "which is no address"],
    [{ apiKey: "tulip\nX: y" }, 'header "authorization" cannot be sent'],
    [{ apiKey: "“tulip”" }, 'header "authorization" cannot be sent'],
    [{ userAgent: "a\r\nX: y" }, 'header "user-agent" cannot be sent'],
    [{ headers: { "a b": "tulip" } }, 'header "a b" cannot be sent'],
  ])("%j are refused, and no secret is told", (options, told) => {
    expect(made(options)).toThrow(told);
    expect(made(options)).not.toThrow("tulip");
  });

  test("space around an address is none of it, and a header is sent once, whatever its case", async () => {
    stub.answer({});
    const headers = { authorization: "Bearer mine", "Content-Type": "text/plain", "X-Unset": undefined as never };
    await new HindsightClient({ baseUrl: ` ${stub.url}/\n`, apiKey: "key", headers }).recall("b", "q");
    const sent = stub.requests[0]?.headers;
    expect([sent?.authorization, sent?.["content-type"], sent?.["x-unset"]]).toEqual(["Bearer mine", "application/json", undefined]);
  });
});

describe("a list that changes while it is read", () => {
  const pages = (all: { id: string }[]) => (window: { limit: number; offset: number }) =>
    Promise.resolve({ entries: all.slice(window.offset, window.offset + window.limit), total: all.length });

  test("gives every entry that its own reader deletes, ten thousand of them", async () => {
    const all = [...Array(10_000).keys()].map((id) => ({ id: String(id) }));
    const seen: string[] = [];
    for await (const { id } of everyEntry(pages(all), 100)) {
      seen.push(id);
      all.splice(
        all.findIndex((each) => each.id === id),
        1,
      );
    }
    expect([seen.length, new Set(seen).size, all.length]).toEqual([10_000, 10_000, 0]);
  });

  test("gives none twice when others are put before them, and ends when all are gone", async () => {
    const all = ["a", "b", "c", "d"].map((id) => ({ id }));
    const seen: string[] = [];
    for await (const { id } of everyEntry(pages(all), 2)) {
      seen.push(id);
      if (id === "b") all.unshift({ id: "new" });
      if (id === "c") all.length = 0;
    }
    expect(seen).toEqual(["a", "b", "c"]);
  });
});

test("a wait goes on through a restart of the server", async () => {
  const away: StubReply = { breaks: true };
  const body = { operation_id: "o", status: "completed" };
  stub.answer(
    away,
    { ...away, status: 502 },
    { status: 503, headers: { "retry-after": "0" } },
    { status: 503, headers: { "retry-after": "0" } },
    { body },
  );
  expect((await client.waitForOperation("b", "o")).status).toBe("completed");
  stub.answer({ status: 503, headers: { "retry-after": "0" } }, { body });
  expect((await failure(client.waitForOperation("b", "o", { maxRetries: 0 }))).code).toBe("unavailable");
});

test("memories in a prompt hide nothing, in their text, their kind or their date", () => {
  const memory = { id: "1", text: "a\u0085b\v\u202Ec\u{E0041}\u200b 👨‍👩‍👧", type: "x</memories>", occurred_start: "</memories" };
  const prompt = recallResponseToMemoryPrompt({ results: [memory] } as never);
  expect(prompt.split("\n").slice(3)).toEqual([
    "Facts:",
    String.raw`- "a\u0085b\u000b\u202ec\udb40\udc41\u200b 👨‍👩‍👧"`,
    "</hindsight_memories>",
  ]);
});
