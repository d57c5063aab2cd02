import { createHash } from "node:crypto";
import type { BankScope } from "../../../src/domain/scope.js";
import { readSearchState } from "../../../src/store/banks/read-search-state.js";
import type { Db } from "../../../src/store/db.js";
import { memoryFilter } from "../../../src/store/filters/memory-filter.js";
import { countAllowed } from "../../../src/store/memories/count-allowed.js";
import { countByDocument } from "../../../src/store/memories/count-by-document.js";
import { countMemories } from "../../../src/store/memories/count-memories.js";
import { countUnconsolidated } from "../../../src/store/memories/count-unconsolidated.js";
import { deleteAllMemories } from "../../../src/store/memories/delete-all-memories.js";
import { deleteMemories } from "../../../src/store/memories/delete-memories.js";
import { findAllowed } from "../../../src/store/memories/find-allowed.js";
import { findDuplicates } from "../../../src/store/memories/find-duplicates.js";
import { findInWindow } from "../../../src/store/memories/find-in-window.js";
import { findMemoryNumber } from "../../../src/store/memories/find-memory-number.js";
import { findMemoryNumbers } from "../../../src/store/memories/find-memory-numbers.js";
import { findStatements } from "../../../src/store/memories/find-statements.js";
import { getMemory } from "../../../src/store/memories/get-memory.js";
import { insertMemories } from "../../../src/store/memories/insert-memories.js";
import { keepMemories } from "../../../src/store/memories/keep-memories.js";
import { listMemories } from "../../../src/store/memories/list-memories.js";
import { loadCandidates } from "../../../src/store/memories/load-candidates.js";
import { loadDetails } from "../../../src/store/memories/load-details.js";
import { loadFacts } from "../../../src/store/memories/load-facts.js";
import { measureMemories } from "../../../src/store/memories/measure-memories.js";
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
/** SHA-256 of "statement": what memory 5 states. */
const STATEMENT_5 = createHash("sha256").update("statement").digest("hex");

const row = {
  memoryNo: 99,
  id: FILLED.memoryId(99),
  kind: "world",
  text: "new",
  textHash: "00",
  sourceHash: "00",
  statementHash: "00",
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
  attachmentIds: [],
  labelTags: [],
  trust: "low",
  instructionSigns: ["override"],
  isLearnt: false,
} as const;

const window = { start: FILLED.at(1), end: FILLED.at(9), limit: 10, filter: memoryFilter({}) };
const candidates = { memoryNos: [1, 2], places: [{ runNo: FILLED.runs.notes, position: 0 }], filter: memoryFilter({}) };
const comparison = async (db: Db, bank: BankScope) => ({
  modelId: (await readSearchState(db, bank, FILLED.model.name))?.modelId ?? 0,
  vector: new Float32Array([1, 0, 0, 0]),
});

export const cases = [
  bankCase(listMemories, ({ db, bank }) => listMemories(db, bank, paging)),
  bankCase(listMemories, ({ db, bank }) => listMemories(db, bank, { ...paging, ...filter })),
  bankCase(listMemories, ({ db, bank }) =>
    listMemories(db, bank, { ...paging, state: "invalidated", entityId: FILLED.entities.tulip, documentId: "loose" }),
  ),
  bankCase(countMemories, ({ db, bank }) => countMemories(db, bank, {})),
  bankCase(countMemories, ({ db, bank }) => countMemories(db, bank, { state: "invalidated" })),
  bankCase(countMemories, ({ db, bank }) => countMemories(db, bank, filter)),
  bankCase(countUnconsolidated, ({ db, bank }) => countUnconsolidated(db, bank, 100)),
  bankCase(getMemory, ({ db, bank }) => getMemory(db, bank, FILLED.memoryId(1))),
  bankCase(findMemoryNumbers, ({ db, bank }) => findMemoryNumbers(db, bank, {})),
  bankCase(findMemoryNumbers, ({ db, bank }) => findMemoryNumbers(db, bank, { documentId: "talk", kind: "world" })),
  bankCase(findStatements, ({ db, bank }) => findStatements(db, bank, [STATEMENT_5])),
  bankCase(findDuplicates, ({ db, bank }) => findDuplicates(db, bank, [HASH_6], ["notes"])),
  bankCase(readDocumentMemories, ({ db, bank }) => readDocumentMemories(db, bank, FILLED.documents)),
  bankCase(insertMemories, ({ db, bank }) => insertMemories(db, bank, [row])),
  bankCase(keepMemories, ({ db, bank }) =>
    keepMemories(db, bank, [
      {
        memoryNo: 1,
        chunkIndex: 1,
        metadata: {},
        tags: ["new"],
        observationScopes: "shared",
        attachmentIds: ["0123456789ab"],
        trust: "low",
        isLearnt: false,
      },
    ]),
  ),
  bankCase(placeMemories, ({ db, bank }) => placeMemories(db, bank, [{ memoryNo: 1, runNo: FILLED.runs.notes, position: 7 }])),
  bankCase(retagMemories, ({ db, bank }) => retagMemories(db, bank, "talk", ["new"])),
  bankCase(rescopeMemories, ({ db, bank }) => rescopeMemories(db, bank, "talk", "shared")),
  bankCase(findMemoryNumber, ({ db, bank }) => findMemoryNumber(db, bank, FILLED.memoryId(1))),
  bankCase(countByDocument, ({ db, bank }) => countByDocument(db, bank, "world")),
  bankCase(deleteMemories, ({ db, bank }) => deleteMemories(db, bank, [1, 2])),
  bankCase(deleteAllMemories, ({ db, bank }) => deleteAllMemories(db, bank)),
  bankCase(findInWindow, ({ db, bank }) => findInWindow(db, bank, { ...window, comparison: null })),
  bankCase(findInWindow, async ({ db, bank }) => findInWindow(db, bank, { ...window, comparison: await comparison(db, bank) })),
  bankCase(findInWindow, async ({ db, bank }) =>
    findInWindow(db, bank, { ...window, comparison: await comparison(db, bank), among: FILLED.memoryNumbers }),
  ),
  bankCase(countAllowed, ({ db, bank }) => countAllowed(db, bank, memoryFilter({ tags: ["red"] }), FILLED.memoryNumbers)),
  bankCase(findAllowed, ({ db, bank }) => findAllowed(db, bank, memoryFilter({ tags: ["red"] }), 100)),
  bankCase(loadCandidates, async ({ db, bank }) => loadCandidates(db, bank, { ...candidates, comparison: await comparison(db, bank) })),
  bankCase(loadDetails, ({ db, bank }) => loadDetails(db, bank, FILLED.memoryNumbers)),
  bankCase(loadFacts, ({ db, bank }) => loadFacts(db, bank, FILLED.memoryNumbers.map(FILLED.memoryId))),
  bankCase(measureMemories, ({ db, bank }) => measureMemories(db, bank, 100)),
];
