// Files behind the façade: what becomes of their bytes, and of what only a model can read. On both engines.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import type { OperationDetail } from "../../src/domain/resources.js";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import { convertFile } from "../../src/files/convert.js";
import { deleteBankObjects, exportObjectKey, openUpload, sweepFiles } from "../../src/files/index.js";
import type { OperationWork } from "../../src/operations/index.js";
import { type LanguageModels, type LlmRequest, NO_MODELS, NO_USAGE } from "../../src/providers/llm/index.js";
import { forgetPayloads } from "../../src/store/operations/forget-payloads.js";
import { getOperation } from "../../src/store/operations/get-operation.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { freshBucket, S3_URL } from "../support/s3.js";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../providers/parsers/fixtures/${name}`, import.meta.url))));
const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

/** A model that sees and answers with a text, or throws; it keeps what it was asked. */
function seeing(
  answer: string | HindsightError,
  finishReason: "stop" | "length" = "stop",
): { models: LanguageModels; asked: LlmRequest[] } {
  const asked: LlmRequest[] = [];
  const models: LanguageModels = {
    ...NO_MODELS,
    has: (purpose) => purpose === "retain",
    describe: () => ({ provider: "test", model: "looker", seesImages: true }),
    async complete(request) {
      asked.push(request);
      if (answer instanceof HindsightError) throw answer;
      return { text: answer, toolCalls: [], finishReason, usage: NO_USAGE, provider: "test", model: "looker" };
    },
    async completeObject() {
      throw new HindsightError("llm_refused", "this test extracts nothing");
    },
  };
  return { models, asked };
}

describe.each(DATABASES)("$name", (database) => {
  let engine: TestEngine | undefined;
  afterEach(async () => {
    await engine?.close();
    engine = undefined;
  });

  async function open(options: { env?: Record<string, string>; models?: LanguageModels; background?: boolean } = {}): Promise<TestEngine> {
    const objects = mkdtempSync(join(tmpdir(), "hindsight-files-test-"));
    folders.push(objects);
    engine = await openEngine(database, { ...options, objects });
    return engine;
  }

  async function send(
    { ctx }: TestEngine,
    bank: BankScope,
    files: Readonly<Record<string, Uint8Array | string>>,
  ): Promise<readonly string[]> {
    const upload = openUpload(ctx, bank);
    async function* once(content: Uint8Array | string): AsyncGenerator<Uint8Array> {
      yield typeof content === "string" ? new TextEncoder().encode(content) : content;
    }
    for (const [name, content] of Object.entries(files)) await upload.add({ name, contentType: "" }, once(content));
    const { operationIds } = await upload.retain({});
    await upload.discard();
    return operationIds;
  }

  async function keysOf({ ctx }: TestEngine): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const { key } of ctx.objects.list("banks/")) keys.push(key);
    return keys.sort();
  }

  async function operation({ db }: TestEngine, bank: BankScope, id: string): Promise<OperationDetail> {
    return (await getOperation(db, bank, id)) as OperationDetail;
  }

  test("bytes go once their text is handed over, those of a failed file stay; twice the same file is two operations", async () => {
    const it = await open();
    const bank = await it.bank();
    const [first = "", second = "", broken = ""] = await send(it, bank, {
      "a.txt": "The rake is red.",
      "b.txt": "The rake is red.",
      "c.pdf": "no PDF",
    });
    await it.idle();
    for (const id of [first, second]) expect(await operation(it, bank, id)).toMatchObject({ status: "completed" });
    expect(await operation(it, bank, broken)).toMatchObject({
      status: "failed",
      retryCount: 0,
      errorMessage: expect.stringContaining('"c.pdf" is named like a PDF'),
    });
    expect(await keysOf(it)).toEqual([expect.stringMatching(new RegExp(`^banks/${bank.key}/files/[0-9a-f]{64}\\.${broken}$`))]);
    expect(await it.count(bank, "document")).toBe(2);
  });

  test("of a file that was sent without a type the document has the type that it was found to be", async () => {
    const it = await open();
    const bank = await it.bank();
    const ids = await send(it, bank, { "a.csv": "tool,colour\nrake,red\n", "b.txt": "The rake is red.", "page.html": "<html><p>Rakes." });
    await it.idle();
    const types = ["text/csv", "text/plain", "text/html"];
    for (const [at, id] of ids.entries())
      expect(await operation(it, bank, id)).toMatchObject({ status: "completed", resultMetadata: { content_type: types[at] } });
    const found = new Map((await it.memories(bank)).map(({ metadata }) => [metadata.file_name, metadata.content_type]));
    expect([...found].sort()).toEqual([
      ["a.csv", "text/csv"],
      ["b.txt", "text/plain"],
      ["page.html", "text/html"],
    ]);
  });

  test("kept files lie once, by their hash", async () => {
    const it = await open({ env: { HINDSIGHT_API_FILE_DELETE_AFTER_RETAIN: "false" } });
    const bank = await it.bank();
    await send(it, bank, { "a.txt": "The rake is red.", "b.txt": "The rake is red." });
    await it.idle();
    expect(await keysOf(it)).toEqual([expect.stringMatching(new RegExp(`^banks/${bank.key}/files/[0-9a-f]{64}$`))]);
    expect(await it.count(bank, "document")).toBe(2);
  });

  /** The work of an operation that nobody else runs; `complete` as the test wants it. */
  async function workOf(it: TestEngine, bank: BankScope, id: string, complete: OperationWork["complete"]): Promise<OperationWork> {
    const { payload } = await operation(it, bank, id);
    const nothing = async (): Promise<void> => undefined;
    const alone = async (): Promise<boolean> => true;
    const head = { operationId: id, parentId: null, payload: payload ?? {}, resultMetadata: {}, itemsCount: 1, attempts: 1 };
    return { ...head, checkpoint: nothing, note: nothing, progress: nothing, giveWay: alone, complete };
  }

  test("the retain is queued together with the end of the conversion, or not at all", async () => {
    const it = await open({ background: false });
    const bank = await it.bank();
    const [id = ""] = await send(it, bank, { "a.txt": "The rake is red." });
    const lost = await workOf(it, bank, id, async () => {
      throw new Error("another worker has it");
    });
    await expect(convertFile(it.ctx, bank, lost)).rejects.toThrow("another worker has it");
    expect(await it.count(bank, "operation")).toBe(1);
    expect(await keysOf(it)).toHaveLength(1); // whoever has it needs the bytes
    await convertFile(it.ctx, bank, await workOf(it, bank, id, async () => undefined));
    expect(await it.count(bank, "operation")).toBe(2);
    expect(await keysOf(it)).toEqual([]);
  });

  test("a picture is written down by a model that sees, with the bytes in the call", async () => {
    const { models, asked } = seeing("# Sign\n\nMind the geese, hs-vision-284.");
    const it = await open({ models, env: { HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks" } });
    const bank = await it.bank();
    const [id = "", scan = ""] = await send(it, bank, { "sign.png": PICTURE, "scan.pdf": fixture("scan.pdf") });
    await it.idle();
    expect(await operation(it, bank, id)).toMatchObject({ status: "completed", resultMetadata: { transcribed: true, format: "png" } });
    expect(await operation(it, bank, scan)).toMatchObject({
      status: "completed",
      resultMetadata: { transcribed: true, format: "pdf", pages: 1 },
    });
    const parts = asked.map(({ messages, purpose, origin }) => ({ purpose, operation: origin.operation, content: messages[0]?.content }));
    expect(parts).toContainEqual({
      purpose: "retain",
      operation: "file_convert_retain",
      content: [expect.objectContaining({ type: "text" }), { type: "image", mediaType: "image/png", bytes: PICTURE, filename: "sign.png" }],
    });
    expect(parts).toContainEqual(
      expect.objectContaining({ content: [expect.anything(), expect.objectContaining({ type: "file", mediaType: "application/pdf" })] }),
    );
    expect((await it.memories(bank)).some(({ text }) => text.includes("hs-vision-284"))).toBe(true);
  });

  test.each([
    ["a cut answer", seeing("half of i", "length"), /holds more text than looker writes/],
    ["nothing to see", seeing("EMPTY"), /looker sees nothing to read in it/],
    ["a refusal", seeing(new HindsightError("llm_refused", "The model declined.")), /The model declined/],
  ])("of a picture with %s nothing is stored", async (_what, { models, asked }, message) => {
    const it = await open({ models });
    const bank = await it.bank();
    const [id = ""] = await send(it, bank, { "sign.png": PICTURE });
    await it.idle();
    expect(await operation(it, bank, id)).toMatchObject({ status: "failed", errorMessage: expect.stringMatching(message) });
    expect(asked).toHaveLength(1);
    expect(await it.count(bank, "document")).toBe(0);
  });

  test("bytes that were changed in storage, or are gone, are not retained", async () => {
    const it = await open({ background: false });
    const bank = await it.bank();
    const [id = ""] = await send(it, bank, { "a.txt": "The rake is red." });
    const [key = ""] = await keysOf(it);
    const work = await workOf(it, bank, id, async () => undefined);
    await it.ctx.objects.put(key, new TextEncoder().encode("The rake is blue."), { contentType: "text/plain" });
    await expect(convertFile(it.ctx, bank, work)).rejects.toThrow('"a.txt" was changed in object storage');
    await it.ctx.objects.delete(key);
    await expect(convertFile(it.ctx, bank, work)).rejects.toMatchObject({
      code: "storage_unavailable", // another worker may find it: tried again
      retryable: true,
      message: expect.stringMatching(/"a\.txt" .*HINDSIGHT_DATA_DIR/),
    });
    expect(await it.count(bank, "operation")).toBe(1);
  });

  test("the sweep takes what nothing needs, and nothing else", async () => {
    const it = await open();
    const [bank, gone] = [await it.bank("here"), await it.bank("gone")];
    const [broken = ""] = await send(it, bank, { "c.pdf": "no PDF" });
    await it.idle();
    const hash = "0".repeat(64);
    const put = (key: string): Promise<void> => it.ctx.objects.put(key, new Uint8Array([1]), { contentType: "text/plain" });
    const forgotten = `banks/${bank.key}/files/${hash}.00000000-0000-4000-8000-000000000000`;
    const exported = exportObjectKey(bank, "0b2f9c1e-1111-4222-8333-444455556666"); // a day after its export
    const kept = [`banks/${bank.key}/files/${hash}`, `banks/${bank.key}/attachments/${hash}`];
    for (const key of [forgotten, ...kept, `banks/999999/files/${hash}`, `banks/${gone.key}/attachments/${hash}`, exported]) await put(key);
    await deleteBankObjects(it.ctx, gone);
    const openBank = (key: number): Promise<BankScope | null> => findBankByKey(it.db, it.tenant, key);
    expect(await sweepFiles(it.ctx, openBank)).toBe(0); // all of it is young
    expect(await sweepFiles(it.ctx, openBank, -1)).toBe(3);
    const left = await keysOf(it);
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([...kept, expect.stringContaining(broken)]));
    expect(await forgetPayloads(it.db, bank, null)).toEqual([broken]); // it can no longer be retried
    expect(await sweepFiles(it.ctx, openBank, -1)).toBe(1);
    expect([...(await keysOf(it))].sort()).toEqual([...kept].sort());
  });
});

test.skipIf(S3_URL === null)("files lie at an S3 server, from the upload to the end of their conversion", async () => {
  const [database] = DATABASES;
  if (database === undefined) throw new Error("no database");
  const engine = await openEngine(database, { env: { ...(await freshBucket()) } });
  const bank = await engine.bank();
  const upload = openUpload(engine.ctx, bank);
  expect(engine.ctx.objects.kind).toBe("s3");
  async function* parts(): AsyncGenerator<Uint8Array> {
    const bytes = fixture("garden.docx");
    for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
  }
  await upload.add({ name: "garden.docx", contentType: "" }, parts());
  await upload.retain({});
  await upload.discard();
  await engine.idle();
  expect((await engine.memories(bank)).some(({ text }) => text.includes("hs-docx-417"))).toBe(true);
  for await (const { key } of engine.ctx.objects.list("banks/")) throw new Error(`${key} was left behind`);
  await engine.close();
});
