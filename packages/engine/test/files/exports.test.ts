// Archives of exports in object storage: a bank reads its own, and they go with it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { bankScope } from "../../src/domain/scope.js";
import { deleteBankObjects, exportKey, exportObjectKey, readExport } from "../../src/files/index.js";
import { createObjectStore, type ObjectStore } from "../../src/providers/objects/index.js";

const ground = (enableDocumentExportApi = true) => ({ objects, settings: { enableDocumentExportApi } });
const ID = "0b2f9c1e-1111-4222-8333-444455556666";
let folder: string;
let objects: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindsight-exports-test-"));
  objects = createObjectStore(loadSettings({}), folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("an archive is read by its bank alone, as a stream, and goes with the bank", async () => {
  const [bank, other] = [bankScope("public", 7, "a/b"), bankScope("public", 8, "other")];
  await objects.put(exportObjectKey(bank, ID), new TextEncoder().encode("PK archive"), { contentType: "application/zip" });
  const archive = await readExport(ground(), bank, ID);
  expect([archive.bankId, archive.filename, archive.size, await new Response(archive.body).text()]).toEqual([
    "a/b",
    "a/b-documents.zip",
    10,
    "PK archive",
  ]);
  await expect(readExport(ground(false), bank, ID)).rejects.toMatchObject({ code: "feature_disabled" });
  await expect(readExport(ground(), other, ID)).rejects.toMatchObject({ code: "export_not_found" });
  await deleteBankObjects({ objects, log: { warn: () => undefined } as never }, bank);
  await expect(readExport(ground(), bank, ID)).rejects.toMatchObject({ code: "export_not_found" });
});

test("the key that callers have is no path of the storage", () => {
  expect(exportKey("a/../b", ID)).toBe(`banks/a/../b/exports/${ID}/transfer.zip`);
  expect(exportObjectKey(bankScope("public", 7, "a/../b"), ID)).toBe(`banks/7/exports/${ID}/transfer.zip`);
});
