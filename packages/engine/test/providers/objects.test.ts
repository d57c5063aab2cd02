// Object storage, on a folder and at a real S3 server: the same promises.

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { createObjectStore, inSpace, type ObjectStore } from "../../src/providers/objects/index.js";
import { freshBucket, S3_URL } from "../support/s3.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hindsight-objects-test-"));
  folders.push(made);
  return made;
}

const KINDS: readonly { readonly kind: string; readonly open: () => Promise<ObjectStore> }[] = [
  { kind: "local", open: async () => createObjectStore(loadSettings({}), folder()) },
  ...(S3_URL === null ? [] : [{ kind: "s3", open: async () => createObjectStore(loadSettings(await freshBucket()), folder()) }]),
];

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const OPTIONS = { contentType: "text/plain" };

async function keysOf(store: ObjectStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

async function* inParts(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield bytes(part);
}

describe.each(KINDS)("$kind", ({ kind, open }) => {
  test("what is put is there, whole, until it is deleted", async () => {
    const store = await open();
    expect(store.kind).toBe(kind);
    expect(await store.get("banks/1/files/a")).toBeNull();
    expect(await store.has("banks/1/files/a")).toBe(false);
    await store.put("banks/1/files/a", bytes("first"), OPTIONS);
    await store.put("banks/1/files/a", bytes("second, longer"), OPTIONS);
    expect(Buffer.from((await store.get("banks/1/files/a")) ?? []).toString()).toBe("second, longer");
    expect(await store.has("banks/1/files/a")).toBe(true);
    await store.delete("banks/1/files/a");
    await store.delete("banks/1/files/a");
    expect(await store.get("banks/1/files/a")).toBeNull();
  });

  test("a stream brings the same bytes and their size, and null for what is not there", async () => {
    const store = inSpace(await open(), "space-a");
    expect(await store.read("banks/1/files/a")).toBeNull();
    const large = "0123456789".repeat(50_000);
    await store.put("banks/1/files/a", bytes(large), OPTIONS);
    const found = await store.read("banks/1/files/a");
    expect(found?.size).toBe(large.length);
    const parts: Uint8Array[] = [];
    for await (const part of found?.body ?? []) parts.push(part);
    expect(parts.length).toBeGreaterThan(1); // control: it came in parts
    expect(Buffer.concat(parts).toString()).toBe(large);
    const left = await store.read("banks/1/files/a");
    await left?.body.cancel(); // nobody waits for the rest
    if (kind === "local") await expect(store.read("banks/../a")).rejects.toMatchObject({ code: "internal" }); // no key of ours
  });

  test("two databases in one storage see nothing of each other", async () => {
    const shared = await open();
    const [mine, other] = [inSpace(shared, "space-a"), inSpace(shared, "space-b")];
    await mine.put("banks/1/files/a", bytes("mine"), OPTIONS);
    await other.put("banks/1/files/a", bytes("theirs"), OPTIONS);
    const received = await mine.receive(inParts("in ", "parts"));
    await received.keep("banks/1/files/b", OPTIONS);
    expect(await keysOf(mine, "banks/1/")).toEqual(["banks/1/files/a", "banks/1/files/b"]);
    expect(Buffer.from((await mine.get("banks/1/files/a")) ?? []).toString()).toBe("mine");
    expect(await mine.deleteAll("banks/1/")).toBe(2);
    expect(Buffer.from((await other.get("banks/1/files/a")) ?? []).toString()).toBe("theirs");
    expect(await keysOf(other, "banks/")).toEqual(["banks/1/files/a"]);
  });

  test("keys with every kind of character", async () => {
    const store = await open();
    const keys = ["banks/1/x/a b+c", "banks/1/x/ä€🌷", "banks/1/x/!'()*&=?#%41", "banks/1/x/deep/er/k"];
    for (const key of keys) await store.put(key, bytes(key), OPTIONS);
    for (const key of keys) expect(Buffer.from((await store.get(key)) ?? []).toString()).toBe(key);
    expect(await keysOf(store, "banks/1/x/")).toEqual([...keys].sort());
  });

  test("a received source has its size and hash, and lies nowhere until it is kept", async () => {
    const store = await open();
    const draft = await store.receive(inParts("tulip", "-", "42"));
    expect(draft).toMatchObject({ size: 8, sha256: createHash("sha256").update("tulip-42").digest("hex") });
    expect(await keysOf(store, "banks/1/")).toEqual([]);
    await draft.keep("banks/1/files/t", OPTIONS);
    await draft.discard();
    expect(Buffer.from((await store.get("banks/1/files/t")) ?? []).toString()).toBe("tulip-42");
    const dropped = await store.receive(inParts("never"));
    await dropped.discard();
    expect(await keysOf(store, "banks/1/")).toEqual(["banks/1/files/t"]);
  });

  test("a large source", async () => {
    const store = await open();
    const part = "x".repeat(1_000_000);
    const draft = await store.receive(inParts(part, part, part, part, part, part, part));
    await draft.keep("banks/1/files/large", OPTIONS);
    expect((await store.get("banks/1/files/large"))?.byteLength).toBe(7_000_000);
  });

  test("deleting all of a bank leaves its neighbours, also those whose key begins alike", async () => {
    const store = await open();
    for (const key of ["banks/1/files/a", "banks/1/attachments/b", "banks/12/files/c", "banks/2/files/d"])
      await store.put(key, bytes(key), OPTIONS);
    expect(await store.deleteAll("banks/1/")).toBe(2);
    expect(await store.deleteAll("banks/1/")).toBe(0);
    expect(await keysOf(store, "banks/12/")).toEqual(["banks/12/files/c"]);
    expect(await keysOf(store, "banks/2/")).toEqual(["banks/2/files/d"]);
  });
});

test("a source that breaks off leaves nothing behind", async () => {
  const dataDir = folder();
  const store = createObjectStore(loadSettings({}), dataDir);
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield bytes("half");
    throw new Error("hung up");
  }
  await expect(store.receive(breaking())).rejects.toThrow("hung up");
  expect(readdirSync(join(dataDir, "objects", "drafts"))).toEqual([]);
  const whole = await store.receive(inParts("whole")); // control: this is where they lie
  expect(readdirSync(join(dataDir, "objects", "drafts"))).toHaveLength(1);
  await whole.discard();
});

describe("an S3 server that fails", () => {
  async function against<T>(answer: RequestListener, work: (store: ObjectStore) => Promise<T>): Promise<T> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const env = {
      HINDSIGHT_API_FILE_STORAGE_TYPE: "s3",
      HINDSIGHT_API_FILE_STORAGE_S3_BUCKET: "b",
      HINDSIGHT_API_FILE_STORAGE_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      HINDSIGHT_API_FILE_STORAGE_S3_ACCESS_KEY_ID: "id-of-key",
      HINDSIGHT_API_FILE_STORAGE_S3_SECRET_ACCESS_KEY: "very-secret",
    };
    try {
      return await work(createObjectStore(loadSettings(env), folder()));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  test("passing faults are tried again, with the whole body", async () => {
    const bodies: string[] = [];
    const answer: RequestListener = async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      bodies.push(`${request.headers["content-length"]} ${request.headers["transfer-encoding"] ?? "plain"} ${body}`);
      response.statusCode = bodies.length < 3 ? 503 : 200;
      response.end();
    };
    await against(answer, async (store) => (await store.receive(inParts("tu", "lip"))).keep("banks/1/files/a", OPTIONS));
    expect(bodies).toEqual(Array.from({ length: 3 }, () => "5 plain tulip"));
  });

  test("what it refuses is named by its code, without the key or the signature", async () => {
    let calls = 0;
    const answer: RequestListener = (_request, response) => {
      calls += 1;
      response.statusCode = 403;
      response.end("<Error><Code>SignatureDoesNotMatch</Code><StringToSign>AWS4 very-secret id-of-key</StringToSign></Error>");
    };
    const error = await against(answer, (store) => store.get("banks/1/a").catch((thrown: Error) => thrown));
    expect(error).toMatchObject({ code: "storage_unavailable", message: expect.stringContaining("answered 403 SignatureDoesNotMatch") });
    expect(JSON.stringify([error, (error as Error).message])).not.toMatch(/very-secret|id-of-key|AWS4/);
    expect(calls).toBe(1);
  });

  test("a missing bucket is no missing object", async () => {
    const answer: RequestListener = (_request, response) => {
      response.statusCode = 404;
      response.end("<Error><Code>NoSuchBucket</Code></Error>");
    };
    await expect(against(answer, (store) => store.get("banks/1/a"))).rejects.toThrow("NoSuchBucket");
    await expect(against(answer, (store) => store.put("banks/1/a", bytes("x"), OPTIONS))).rejects.toThrow("NoSuchBucket");
  });

  test("the caller ends a call", async () => {
    const caller = new AbortController();
    const answer: RequestListener = () => caller.abort(new Error("gone"));
    await expect(against(answer, (store) => store.get("banks/1/a", caller.signal))).rejects.toThrow("gone");
  });
});

describe("settings", () => {
  const opened = (env: Readonly<Record<string, string>>): ObjectStore => createObjectStore(loadSettings(env), "unused");
  test("native is the data folder; other clouds are told how; s3 names what it lacks", () => {
    expect(opened({ HINDSIGHT_API_FILE_STORAGE_TYPE: "native" }).kind).toBe("local");
    expect(() => opened({ HINDSIGHT_API_FILE_STORAGE_TYPE: "gcs" })).toThrow("storage.googleapis.com");
    expect(() => opened({ HINDSIGHT_API_FILE_STORAGE_TYPE: "azure" })).toThrow("gateway that speaks S3");
    expect(() => opened({ HINDSIGHT_API_FILE_STORAGE_TYPE: "tape" })).toThrow("native, local or s3");
    expect(() => opened({ HINDSIGHT_API_FILE_STORAGE_TYPE: "s3", HINDSIGHT_API_FILE_STORAGE_S3_BUCKET: "b" })).toThrow(
      "needs HINDSIGHT_API_FILE_STORAGE_S3_ACCESS_KEY_ID, HINDSIGHT_API_FILE_STORAGE_S3_SECRET_ACCESS_KEY as well",
    );
  });
  test("hosted parsers are refused by name", () => {
    expect(() => loadSettings({ HINDSIGHT_API_FILE_PARSER: "iris,markitdown" })).toThrow(
      "iris sends files to a hosted service and is not offered",
    );
    expect(loadSettings({ HINDSIGHT_API_FILE_PARSER: "markitdown" }).fileParser).toEqual(["markitdown"]);
  });
});
