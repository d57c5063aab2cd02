import { archiveMemory } from "../../../src/store/curation/archive-memory.js";
import { deleteAlikeLinks } from "../../../src/store/curation/delete-alike-links.js";
import { deleteInvalidated } from "../../../src/store/curation/delete-invalidated.js";
import { deleteInvalidatedKind } from "../../../src/store/curation/delete-invalidated-kind.js";
import { findInvalidated } from "../../../src/store/curation/find-invalidated.js";
import { findInvalidatedOf } from "../../../src/store/curation/find-invalidated-of.js";
import { getInvalidated } from "../../../src/store/curation/get-invalidated.js";
import { handLinksOver } from "../../../src/store/curation/hand-links-over.js";
import { keepInvalidated } from "../../../src/store/curation/keep-invalidated.js";
import { listFactNames } from "../../../src/store/curation/list-fact-names.js";
import { listSourceDocuments } from "../../../src/store/curation/list-source-documents.js";
import { moveInvalidated } from "../../../src/store/curation/move-invalidated.js";
import { noteReason } from "../../../src/store/curation/note-reason.js";
import { readFact } from "../../../src/store/curation/read-fact.js";
import { readInvalidatedMemories } from "../../../src/store/curation/read-invalidated-memories.js";
import { replaceSourceEntities } from "../../../src/store/curation/replace-source-entities.js";
import { rescopeInvalidated } from "../../../src/store/curation/rescope-invalidated.js";
import { restoreMemory } from "../../../src/store/curation/restore-memory.js";
import { retagInvalidated } from "../../../src/store/curation/retag-invalidated.js";
import { touchDocuments } from "../../../src/store/curation/touch-documents.js";
import { untieFact } from "../../../src/store/curation/untie-fact.js";
import { writeFact } from "../../../src/store/curation/write-fact.js";
import { FILLED } from "../../support/filled-bank.js";
import { CURATED } from "../../support/filled-curation.js";
import { bankCase } from "../statement-cases.js";

const { memoryNo: out, id: outId } = CURATED.invalidated;

export const cases = [
  bankCase(readFact, ({ db, bank }) => readFact(db, bank, FILLED.memoryId(1))),
  bankCase(writeFact, async ({ db, bank }) => {
    const fact = await readFact(db, bank, FILLED.memoryId(1));
    if (fact === null) throw new Error("there is no memory 1");
    await writeFact(db, bank, {
      ...fact,
      text: "new",
      textHash: "00",
      asks: false,
      terms: ["new"],
      termCount: 1,
      instructionSigns: [],
      isLearnt: true,
      isEdit: true,
    });
  }),
  bankCase(listSourceDocuments, async ({ db, bank }) => Promise.all([5, out].map((no) => listSourceDocuments(db, bank, no)))),
  bankCase(touchDocuments, ({ db, bank }) => touchDocuments(db, bank, FILLED.documents)),
  bankCase(deleteAlikeLinks, ({ db, bank }) => deleteAlikeLinks(db, bank, 1)),
  bankCase(listFactNames, ({ db, bank }) => listFactNames(db, bank, 1)),
  bankCase(untieFact, ({ db, bank }) => untieFact(db, bank, 2, [FILLED.entities.ann])),
  bankCase(archiveMemory, async ({ db, bank }) => {
    await archiveMemory(db, bank, 2, "why");
    return archiveMemory(db, bank, 5, null);
  }),
  bankCase(findInvalidated, ({ db, bank }) => findInvalidated(db, bank, outId)),
  bankCase(getInvalidated, ({ db, bank }) => getInvalidated(db, bank, outId)),
  bankCase(noteReason, ({ db, bank }) => noteReason(db, bank, out, "another")),
  bankCase(restoreMemory, ({ db, bank }) => restoreMemory(db, bank, out)),
  bankCase(handLinksOver, async ({ db, bank }) => {
    await archiveMemory(db, bank, 4, null);
    return handLinksOver(db, bank, out);
  }),
  bankCase(findInvalidatedOf, async ({ db, bank }) =>
    Promise.all(["notes", "loose"].map((document) => findInvalidatedOf(db, bank, document))),
  ),
  bankCase(moveInvalidated, ({ db, bank }) => moveInvalidated(db, bank, "notes", [out])),
  bankCase(keepInvalidated, ({ db, bank }) =>
    keepInvalidated(db, bank, "notes", [{ memoryNo: out, chunkIndex: 3, metadata: {}, tags: ["new"], observationScopes: null }]),
  ),
  bankCase(readInvalidatedMemories, ({ db, bank }) => readInvalidatedMemories(db, bank, ["notes", "loose"])),
  bankCase(replaceSourceEntities, ({ db, bank }) =>
    replaceSourceEntities(db, bank, [{ from: FILLED.entities.tulip, to: FILLED.entities.ann }], null),
  ),
  bankCase(retagInvalidated, ({ db, bank }) => retagInvalidated(db, bank, "notes", ["new"])),
  bankCase(rescopeInvalidated, ({ db, bank }) => rescopeInvalidated(db, bank, "notes", "combined")),
  bankCase(deleteInvalidatedKind, ({ db, bank }) => deleteInvalidatedKind(db, bank, "world")),
  bankCase(deleteInvalidated, ({ db, bank }) => deleteInvalidated(db, bank, [out])),
];
