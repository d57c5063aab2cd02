// The upload of files, as the contract has it: its limits, its refusals, and that a refused upload leaves nothing behind.

import { existsSync, readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDataDir } from "../../packages/engine/test/support/database.js";
import { bankPath, openServer, type TestServer } from "../support/server.js";
import { type UploadedFile, upload } from "../support/upload.js";

const NOTE: UploadedFile = { name: "note.txt", content: "The rake stands in the shed." };

let server: TestServer;
let objects: string;

beforeAll(async () => {
  const dataDir = await freshDataDir();
  objects = join(dataDir, "objects");
  server = await openServer({
    HINDSIGHT_DATA_DIR: dataDir,
    HINDSIGHT_API_FILE_CONVERSION_MAX_BATCH_SIZE: "3",
    HINDSIGHT_API_FILE_CONVERSION_MAX_BATCH_SIZE_MB: "2",
    HINDSIGHT_API_FILE_MAX_MB: "1",
    HINDSIGHT_API_WORKER_ENABLED: "false",
  });
  await server.call("PUT", bankPath("b"), {});
});
afterAll(() => server.close());

/** Files that lie in object storage, drafts included. */
function stored(): readonly string[] {
  if (!existsSync(objects)) return [];
  return readdirSync(objects, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

const operations = async (): Promise<number> => (await server.call("GET", bankPath("b", "/operations"))).body.total;

describe("what is refused", () => {
  const mb = "x".repeat(1_048_576);
  it.each<[string, readonly UploadedFile[], Parameters<typeof upload>[3], number, RegExp]>([
    ["a request that is no JSON", [NOTE], "{", 400, /request is not valid JSON/],
    ["a request that is no object", [NOTE], "[]", 400, /must be a JSON object/],
    ["too few metadata", [NOTE, NOTE], { files_metadata: [{}] }, 400, /1 entries for 2 files/],
    ["too many metadata", [NOTE], { files_metadata: [{}, {}] }, 400, /2 entries for 1 files/],
    ["fields of a file at the top", [NOTE], { document_id: "d", tags: ["a"] }, 400, /document_id, tags belongs to each file/],
    ["update_mode", [NOTE], { files_metadata: [{ update_mode: "append" }] }, 400, /update_mode is not offered for files/],
    ["tags that are none", [NOTE], { files_metadata: [{ tags: 7 }] }, 400, /files_metadata\.0\.tags takes/],
    ["a time that is none", [NOTE], { files_metadata: [{ timestamp: "soon" }] }, 422, /timestamp is/],
    [
      "one document twice",
      [NOTE, NOTE],
      { files_metadata: [{ document_id: "d" }, { document_id: "d" }] },
      400,
      /Two files have the document_id/,
    ],
    ["hosted parsers", [NOTE], { parser: "iris" }, 400, /"iris" would send the file to a hosted service/],
    ["hosted parsers of a file", [NOTE], { files_metadata: [{ parser: ["markitdown", "llama_parse"] }] }, 400, /"llama_parse"/],
    ["unknown parsers", [NOTE], { parser: "abacus" }, 400, /"abacus" is not known\. Use markitdown or builtin/],
    ["too many files", [NOTE, NOTE, NOTE, NOTE], {}, 400, /more than 3 files/],
    ["a file that is too large", [{ name: "big.txt", content: `${mb}!` }], {}, 400, /"big.txt" is larger than 1 MB/],
    ["files that are too large together", [1, 2, 3].map((n) => ({ name: `${n}.txt`, content: mb })), {}, 400, /larger than 2 MB/],
    ["an empty file", [{ name: "nothing.txt", content: "" }], {}, 400, /"nothing.txt" is empty/],
    ["no request", [NOTE], null, 422, /"request"/],
    ["no files", [], {}, 422, /"files"/],
    ["no request", [NOTE], null, 422, /"request".*\{\} is enough/],
  ])("%s", async (_what, files, request, status, message) => {
    const reply = await upload(server, "b", files, request);
    expect(reply.status, reply.text).toBe(status);
    expect(reply.text).toMatch(new RegExp(message.source.replaceAll('"', '\\\\?"')));
    expect(stored()).toEqual([]);
    expect(await operations()).toBe(0);
  });

  it("an unknown bank, before the body is read; a body that is no form, or broken, or too long by its own word", async () => {
    expect(await upload(server, "nobody", [NOTE])).toMatchObject({ status: 404, body: { detail: "Bank 'nobody' not found" } });
    const path = bankPath("b", "/files/retain");
    const json = await server.call("POST", path, { files: [], request: "{}" });
    expect(json.status).toBe(422);
    expect(json.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc, type])).toEqual([
      [["body", "files"], "missing"],
      [["body", "request"], "missing"],
    ]);
    const headers = { "content-type": "multipart/form-data; boundary=cut" };
    const cut = await server.call("POST", path, '--cut\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf', {
      headers,
    });
    expect(cut).toMatchObject({ status: 400, body: { detail: expect.stringContaining("multipart body cannot be read") } });
    expect((await server.call("POST", path, "x".repeat(7_000_000), { headers })).status).toBe(400);
    expect(stored()).toEqual([]);
  });

  it("a caller who hangs up in the middle", async () => {
    const { hostname, port } = new URL(server.url);
    const head = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';
    await new Promise<void>((resolve) => {
      const headers = { "content-type": "multipart/form-data; boundary=b", "content-length": "1000000" };
      const request = httpRequest({ hostname, port, method: "POST", path: bankPath("b", "/files/retain"), headers });
      request.on("error", () => resolve());
      request.write(head + "x".repeat(200_000), () => setTimeout(() => request.destroy(), 50));
    });
    await expect.poll(stored).toEqual([]);
    expect(await operations()).toBe(0);
  });
});

describe("what is taken", () => {
  it("up to the limits, with unknown names told and parsers by both our names", async () => {
    const mb = "x".repeat(1_048_576);
    const sent = await upload(server, "b", [{ name: "../../etc/passwd\u0001", content: mb }, NOTE], {
      parser: "builtin",
      async: true,
      files_metadata: [{ parser: ["markitdown", "builtin"], colour: "red", tags: '["a"]' }, {}],
    });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.headers["x-ignored-params"]).toBe("async, colour");
    const first = await server.call("GET", bankPath("b", `/operations/${sent.body.operation_ids[0]}?include_payload=true`));
    expect(first.body).toMatchObject({
      status: "pending",
      task_payload: { original_filename: "passwd", byte_size: 1_048_576, parser: ["markitdown", "builtin"], tags: ["a"] },
    });
    expect(stored()).toHaveLength(2);
    expect(stored().every((name) => /^[0-9a-f]{64}\.[0-9a-f-]{36}$/.test(name))).toBe(true);
  });

  it("by an alias; deleting the bank deletes its bytes, and no one else's", async () => {
    await server.call("PUT", bankPath("c"), {});
    await server.call("POST", bankPath("c", "/aliases"), { alias: "sea" });
    expect((await upload(server, "sea", [NOTE])).status).toBe(200);
    expect(stored()).toHaveLength(3);
    await server.call("DELETE", bankPath("c"));
    expect(stored()).toHaveLength(2);
  });
});

it("can be switched off", async () => {
  const off = await openServer({ HINDSIGHT_API_ENABLE_FILE_UPLOAD_API: "false" });
  await off.call("PUT", bankPath("b"), {});
  expect(await upload(off, "b", [NOTE])).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining("HINDSIGHT_API_ENABLE_FILE_UPLOAD_API") },
  });
  expect((await off.call("GET", "/version")).body.features.file_upload_api).toBe(false);
  expect((await server.call("GET", "/version")).body.features.file_upload_api).toBe(true);
  await off.close();
});
