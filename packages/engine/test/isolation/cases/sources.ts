import { copyLinks } from "../../../src/store/sources/copy-links.js";
import { copyMemories } from "../../../src/store/sources/copy-memories.js";
import { copyMentions } from "../../../src/store/sources/copy-mentions.js";
import { copyPostings } from "../../../src/store/sources/copy-postings.js";
import { copyVectors } from "../../../src/store/sources/copy-vectors.js";
import { deleteAllSources } from "../../../src/store/sources/delete-all-sources.js";
import { deleteSingleSources } from "../../../src/store/sources/delete-single-sources.js";
import { deleteSources } from "../../../src/store/sources/delete-sources.js";
import { findShared } from "../../../src/store/sources/find-shared.js";
import { insertHomeSources } from "../../../src/store/sources/insert-home-sources.js";
import { insertSources } from "../../../src/store/sources/insert-sources.js";
import { moveHomes } from "../../../src/store/sources/move-homes.js";
import { noteLastMention } from "../../../src/store/sources/note-last-mention.js";
import { pruneMentions } from "../../../src/store/sources/prune-mentions.js";
import { readHomes } from "../../../src/store/sources/read-homes.js";
import { readSources } from "../../../src/store/sources/read-sources.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

const copies = [{ from: 4, to: 90, id: FILLED.memoryId(90) }];
const source = {
  memoryNo: 4,
  documentId: "talk",
  chunkIndex: 1,
  text: "new",
  sourceHash: "00",
  context: null,
  metadata: {},
  attachmentIds: [],
  entityIds: [FILLED.entities.ann],
  mentionedAt: FILLED.at(1),
  mentionedOffset: 0,
} as const;

export const cases = [
  bankCase(insertHomeSources, ({ db, bank }) => insertHomeSources(db, bank, [1, 4])),
  bankCase(insertSources, ({ db, bank }) => insertSources(db, bank, [source])),
  bankCase(readSources, ({ db, bank }) => readSources(db, bank, FILLED.memoryNumbers)),
  bankCase(findShared, ({ db, bank }) => findShared(db, bank, "loose")),
  bankCase(findShared, ({ db, bank }) => findShared(db, bank, "notes", [4, 5])),
  bankCase(readHomes, ({ db, bank }) => readHomes(db, bank, FILLED.memoryNumbers)),
  bankCase(moveHomes, ({ db, bank }) => moveHomes(db, bank, [{ ...source, textHash: "00", terms: ["new"], termCount: 1 }])),
  bankCase(deleteSources, ({ db, bank }) => deleteSources(db, bank, [{ memoryNo: 5, documentId: "loose", chunkIndex: 0 }])),
  bankCase(deleteSingleSources, async ({ db, bank }) => {
    await deleteSources(db, bank, [{ memoryNo: 5, documentId: "loose", chunkIndex: 0 }]);
    return deleteSingleSources(db, bank, [5]);
  }),
  bankCase(noteLastMention, ({ db, bank }) => noteLastMention(db, bank, [5])),
  bankCase(deleteAllSources, ({ db, bank }) => deleteAllSources(db, bank)),
  bankCase(pruneMentions, ({ db, bank }) => pruneMentions(db, bank, [4])),
  bankCase(copyMemories, ({ db, bank }) => copyMemories(db, bank, copies)),
  bankCase(copyPostings, ({ db, bank }) => copyPostings(db, bank, copies)),
  bankCase(copyVectors, async ({ db, bank }) => {
    await copyMemories(db, bank, [...copies, { from: 5, to: 91, id: FILLED.memoryId(91) }]);
    return copyVectors(db, bank, [...copies, { from: 5, to: 91, id: FILLED.memoryId(91) }]);
  }),
  bankCase(copyMentions, ({ db, bank }) => copyMentions(db, bank, copies)),
  bankCase(copyLinks, async ({ db, bank }) => {
    await copyMemories(db, bank, copies);
    return copyLinks(db, bank, copies);
  }),
];
