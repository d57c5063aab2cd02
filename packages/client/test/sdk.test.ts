// The low-level half, the pages of a list, uploads from streams, and the weight of it all.

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { CLIENT_VERSION, createClient, createConfig, HindsightClient, sdk } from "@hindsight-memory/client";
import * as published from "@vectorize-io/hindsight-client";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { openStub, type Stub } from "./support/stub.js";

let stub: Stub;
beforeAll(async () => {
  stub = await openStub();
});
afterAll(() => stub.close());

const client = (more: object = {}) => createClient(createConfig({ baseUrl: `${stub.url}/`, ...more }));
const path = { bank_id: "a/b" };

describe("an operation", () => {
  test("gives data with request and response, or the error", async () => {
    stub.answer({ body: { banks: [] } }, { status: 422, body: { detail: "no" } }, { status: 500, body: "down" }, { status: 500, body: "" });
    const good = await sdk.listBanks({ client: client(), query: { limit: 3 } });
    expect([good.data, good.error, good.response.status]).toEqual([{ banks: [] }, undefined, 200]);
    const bad = await sdk.getBankConfig({ client: client(), path });
    expect([bad.data, bad.error, bad.response.status]).toEqual([undefined, { detail: "no" }, 422]);
    expect((await sdk.getBankConfig({ client: client(), path })).error).toBe("down");
    expect((await sdk.getBankConfig({ client: client(), path })).error).toEqual({});
    expect(stub.requests.map(({ url }) => url).slice(0, 2)).toEqual(["/v1/default/banks?limit=3", "/v1/default/banks/a%2Fb/config"]);
  });

  test("throws the error when it is asked to, or when the client is", async () => {
    stub.answer({ status: 404, body: { detail: "no" } });
    await expect(sdk.getBankConfig({ client: client(), path, throwOnError: true })).rejects.toEqual({ detail: "no" });
    await expect(sdk.getBankConfig({ client: client({ throwOnError: true }), path })).rejects.toEqual({ detail: "no" });
  });

  test("gives the failure of a connection as its error", async () => {
    const { error, response } = await sdk.getVersion({ client: createClient({ baseUrl: "http://127.0.0.1:9" }) });
    expect([error, response]).toEqual([expect.any(TypeError), undefined]);
  });

  test("reads a reply as its type says, and sends files as a form", async () => {
    stub.answer({ headers: { "content-type": "application/zip" }, body: "zip" });
    const { data } = await sdk.downloadFile({ client: client(), path: { key: "a/b" } });
    expect(await (data as unknown as Blob).text()).toBe("zip");
    stub.answer({});
    await sdk.fileRetain({ client: client(), path, body: { files: [new File(["x"], "a.txt")], request: "{}" } });
    expect(stub.requests[0]?.headers["content-type"]).toContain("multipart/form-data; boundary=");
    expect(stub.requests[0]?.text).toContain('name="files"; filename="a.txt"');
  });

  test("takes headers of the client, of the call and of a key, and passes interceptors", async () => {
    stub.answer({ status: 404, body: { detail: "no" } });
    const mine = client({ headers: { "x-a": "1", "x-b": "1" }, auth: async () => "key" });
    mine.interceptors.request.use((request) => {
      request.headers.set("x-c", "3");
      return request;
    });
    const id = mine.interceptors.error.use((error) => ({ told: error }));
    const options = { client: mine, path, headers: { "x-b": "2" } };
    expect((await sdk.getBankConfig(options)).error).toEqual({ told: { detail: "no" } });
    const { authorization, "x-a": a, "x-b": b, "x-c": c } = stub.requests[0]!.headers;
    expect([authorization, a, b, c]).toEqual(["Bearer key", "1", "2", "3"]);
    mine.interceptors.error.eject(id);
    expect((await sdk.getBankConfig(options)).error).toEqual({ detail: "no" });
  });

  test("has a URL of its own, as the published client builds it", () => {
    const parts = { url: "/x/{id}", path: { id: "a/b" }, query: { q: "x y", tags: ["a", "b"], none: null } };
    const theirs = published.createClient(published.createConfig({ baseUrl: stub.url }));
    expect(client().buildUrl(parts)).toBe(theirs.buildUrl(parts));
  });
});

test("everything that the published package exports is here", () => {
  const ours = { CLIENT_VERSION, createClient, createConfig, HindsightClient, sdk };
  expect(Object.keys(published.sdk).filter((name) => !(name in sdk))).toEqual([]);
  expect(Object.keys(published).filter((name) => !(name in ours))).toEqual([
    "DEFAULT_USER_AGENT",
    "HindsightError",
    "recallResponseToPromptString",
  ]);
  expect(CLIENT_VERSION).toBe(manifest.version);
});

test("a list is read page after page, as far as it is looked at", async () => {
  const all = new HindsightClient({ baseUrl: stub.url });
  const read = async (pageSize: number) => {
    const seen: string[] = [];
    for await (const { id } of all.iterateMemories("b", { pageSize, type: "world" })) seen.push(String(id));
    return [seen.join(" "), ...stub.requests.map(({ url }) => url.split("&").slice(1).join("&"))];
  };
  const page = (total: number | undefined, ...ids: readonly string[]) => ({ body: { items: ids.map((id) => ({ id })), total } });
  stub.answer(page(3, "1", "2"), page(3, "3"));
  expect(await read(2)).toEqual(["1 2 3", "limit=2&offset=0", "limit=2&offset=2"]);
  stub.answer(page(2, "1", "2"));
  expect(await read(2)).toEqual(["1 2", "limit=2&offset=0"]);
  // A server that gives less than is asked for, and one that does not say how many there are.
  stub.answer(page(3, "1", "2"), page(3, "3"));
  expect(await read(500)).toEqual(["1 2 3", "limit=500&offset=0", "limit=500&offset=2"]);
  stub.answer(page(undefined, "1"), page(undefined));
  expect(await read(1)).toEqual(["1", "limit=1&offset=0", "limit=1&offset=1"]);

  stub.answer(page(4, "1", "2"), page(4, "3", "4"));
  for await (const { id } of all.iterateMemories("b", { pageSize: 2 })) if (id === "2") break;
  expect(stub.requests).toHaveLength(1);
});

test("a client works behind a Proxy, and a method can be replaced", async () => {
  const behind = new Proxy(new HindsightClient({ baseUrl: stub.url }), {});
  stub.answer({ body: { status: "completed" } });
  await behind.retain("b", "x");
  expect((await behind.waitForOperation("b", "o")).status).toBe("completed");
  const recall = vi.spyOn(HindsightClient.prototype, "recall").mockResolvedValue({ results: [] });
  expect(await behind.recall("b", "q")).toEqual({ results: [] });
  recall.mockRestore();
});

test("a stream is uploaded while it is read, beside a file", async () => {
  const upload = new HindsightClient({ baseUrl: stub.url });
  async function* bytes() {
    for (const part of ["one ", "two ", "three"]) yield new TextEncoder().encode(part);
  }
  stub.answer({ body: { operation_ids: ["1", "2"] } });
  const stream = new Blob(["web"]).stream() as ReadableStream<Uint8Array>;
  const files = [{ name: 'a".md', type: "text/markdown", stream: bytes() }, new File(["file"], "f.txt"), { name: "w", stream }];
  await upload.retainFiles("b", files, { filesMetadata: [{ document_id: "d" }] });
  const form = await new Response(stub.requests[0]!.text, {
    headers: { "content-type": String(stub.requests[0]!.headers["content-type"]) },
  }).formData();
  const parts = form.getAll("files") as unknown as File[];
  expect(await Promise.all(parts.map(async (file) => [file.name, file.type, await file.text()]))).toEqual([
    ['a".md', "text/markdown", "one two three"],
    ["f.txt", "application/octet-stream", "file"],
    ["w", "application/octet-stream", "web"],
  ]);
  expect(JSON.parse(String(form.get("request")))).toEqual({ files_metadata: [{ document_id: "d" }, {}, {}] });
});

describe("weight", () => {
  async function weigh(code: string): Promise<{ readonly bytes: number; readonly text: string }> {
    const stdin = { contents: code, resolveDir: fileURLToPath(new URL("..", import.meta.url)) };
    const made = await build({
      stdin,
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "browser",
      conditions: ["source"],
    });
    const text = made.outputFiles[0]!.text;
    return { bytes: gzipSync(text, { level: 9 }).length, text };
  }

  test("HindsightClient alone is at most 15 KB with gzip, and leaves the low-level half out", async () => {
    const { bytes, text } = await weigh('export { HindsightClient } from "@hindsight-memory/client";');
    expect(bytes).toBeLessThan(15_000);
    expect([text.includes("/memories/recall"), text.includes("/llm-requests")]).toEqual([true, false]);
  });

  test("so is everything together", async () => {
    const { bytes, text } = await weigh('export * from "@hindsight-memory/client";');
    expect(bytes).toBeLessThan(15_000);
    expect(text.includes("/llm-requests")).toBe(true);
  });
});
