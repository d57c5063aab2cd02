import { chunkAddresses } from "../../../src/domain/chunk-id.js";
import { countChunks } from "../../../src/store/chunks/count-chunks.js";
import { deleteChunksFrom } from "../../../src/store/chunks/delete-chunks-from.js";
import { findChunks } from "../../../src/store/chunks/find-chunks.js";
import { listChunks } from "../../../src/store/chunks/list-chunks.js";
import { readChunks } from "../../../src/store/chunks/read-chunks.js";
import { readLastChunk } from "../../../src/store/chunks/read-last-chunk.js";
import { upsertChunks } from "../../../src/store/chunks/upsert-chunks.js";
import { bankCase, tenantCase } from "../statement-cases.js";

export const cases = [
  bankCase(listChunks, ({ db, bank }) => listChunks(db, bank, "talk", { limit: 10, offset: 0 })),
  bankCase(countChunks, ({ db, bank }) => countChunks(db, bank, "talk")),
  bankCase(readLastChunk, ({ db, bank }) => readLastChunk(db, bank, "talk")),
  bankCase(upsertChunks, ({ db, bank }) =>
    upsertChunks(db, bank, [{ documentId: "talk", chunkIndex: 0, text: "new", contentHash: "new", sourceHash: null }]),
  ),
  bankCase(deleteChunksFrom, ({ db, bank }) => deleteChunksFrom(db, bank, "talk", 1)),
  tenantCase(findChunks, ({ db, tenant }) => findChunks(db, tenant, chunkAddresses("banka_talk_0"))),
  bankCase(readChunks, ({ db, bank }) => readChunks(db, bank, [{ documentId: "talk", chunkIndex: 1 }])),
];
