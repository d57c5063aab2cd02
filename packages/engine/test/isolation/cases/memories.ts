import { countMemories } from "../../../src/store/memories/count-memories.js";
import { deleteAllMemories } from "../../../src/store/memories/delete-all-memories.js";
import { deleteMemories } from "../../../src/store/memories/delete-memories.js";
import { findDuplicates } from "../../../src/store/memories/find-duplicates.js";
import { findMemoryNumbers } from "../../../src/store/memories/find-memory-numbers.js";
import { getMemory } from "../../../src/store/memories/get-memory.js";
import { insertMemories } from "../../../src/store/memories/insert-memories.js";
import { keepMemories } from "../../../src/store/memories/keep-memories.js";
import { listMemories } from "../../../src/store/memories/list-memories.js";
import { placeMemories } from "../../../src/store/memories/place-memories.js";
import { readDocumentMemories } from "../../../src/store/memories/read-document-memories.js";
import { rescopeMemories } from "../../../src/store/memories/rescope-memories.js";
import { retagMemories } from "../../../src/store/memories/retag-memories.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

const paging = { limit: 10, offset: 0 };
const filter = {
  q: "said",
  entityId: FILLED.entities.ann,
  tags: ["red"],
  type: "world",
  timeField: "mentioned_at",
  startDate: FILLED.at(1),
} as const;
/** SHA-256 of "word6", whose document has no id of the caller's. */
const HASH_6 = "e9c2bbd9f6e09ce622e1bd2b4403dbcb01266d9826e4532aa9e41560530b1139";

const row = {
  memoryNo: 99,
  id: FILLED.memoryId(99),
  kind: "world",
  text: "new",
  textHash: "00",
  context: null,
  metadata: {},
  tags: ["new"],
  documentId: "talk",
  chunkIndex: 0,
  runNo: FILLED.runs.talk,
  position: 9,
  speaker: null,
  role: null,
  asks: false,
  language: null,
  terms: ["new"],
  termCount: 1,
  occurredStart: null,
  occurredEnd: null,
  datePrecision: null,
  mentionedAt: FILLED.at(9),
  mentionedOffset: 0,
  observationScopes: null,
} as const;

export const cases = [
  bankCase(listMemories, ({ db, bank }) => listMemories(db, bank, paging)),
  bankCase(listMemories, ({ db, bank }) => listMemories(db, bank, { ...paging, ...filter })),
  bankCase(countMemories, ({ db, bank }) => countMemories(db, bank, {})),
  bankCase(countMemories, ({ db, bank }) => countMemories(db, bank, filter)),
  bankCase(getMemory, ({ db, bank }) => getMemory(db, bank, FILLED.memoryId(1))),
  bankCase(findMemoryNumbers, ({ db, bank }) => findMemoryNumbers(db, bank, {})),
  bankCase(findMemoryNumbers, ({ db, bank }) => findMemoryNumbers(db, bank, { documentId: "talk", kind: "world" })),
  bankCase(findDuplicates, ({ db, bank }) => findDuplicates(db, bank, [HASH_6])),
  bankCase(readDocumentMemories, ({ db, bank }) => readDocumentMemories(db, bank, FILLED.documents)),
  bankCase(insertMemories, ({ db, bank }) => insertMemories(db, bank, [row])),
  bankCase(keepMemories, ({ db, bank }) =>
    keepMemories(db, bank, [{ memoryNo: 1, chunkIndex: 1, metadata: {}, tags: ["new"], observationScopes: "shared" }]),
  ),
  bankCase(placeMemories, ({ db, bank }) => placeMemories(db, bank, [{ memoryNo: 1, runNo: FILLED.runs.notes, position: 7 }])),
  bankCase(retagMemories, ({ db, bank }) => retagMemories(db, bank, "talk", ["new"])),
  bankCase(rescopeMemories, ({ db, bank }) => rescopeMemories(db, bank, "talk", "shared")),
  bankCase(deleteMemories, ({ db, bank }) => deleteMemories(db, bank, [1, 2])),
  bankCase(deleteAllMemories, ({ db, bank }) => deleteAllMemories(db, bank)),
];
