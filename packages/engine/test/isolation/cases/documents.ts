import { countDocuments } from "../../../src/store/documents/count-documents.js";
import { deleteAllDocuments } from "../../../src/store/documents/delete-all-documents.js";
import { deleteDocument } from "../../../src/store/documents/delete-document.js";
import { documentExists } from "../../../src/store/documents/document-exists.js";
import { finishDocument } from "../../../src/store/documents/finish-document.js";
import { getDocument } from "../../../src/store/documents/get-document.js";
import { listDocuments } from "../../../src/store/documents/list-documents.js";
import { readDocumentHeads } from "../../../src/store/documents/read-document-heads.js";
import { readDocumentRevisions } from "../../../src/store/documents/read-document-revisions.js";
import { readDocumentText } from "../../../src/store/documents/read-document-text.js";
import { touchDocumentsOfKind } from "../../../src/store/documents/touch-documents-of-kind.js";
import { updateDocument } from "../../../src/store/documents/update-document.js";
import { upsertDocuments } from "../../../src/store/documents/upsert-documents.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

const row = {
  documentId: "talk",
  originalText: "new",
  textLength: 3,
  contentHash: "new",
  retainParams: {},
  metadata: {},
  tags: ["new"],
  generated: false,
  isReplace: true,
  sequence: null,
  writing: null,
};

export const cases = [
  bankCase(listDocuments, ({ db, bank }) => listDocuments(db, bank, { limit: 10, offset: 0 })),
  bankCase(listDocuments, ({ db, bank }) =>
    listDocuments(db, bank, { limit: 10, offset: 0, q: "text", tags: ["blue"], startDate: FILLED.at(1) }),
  ),
  bankCase(countDocuments, ({ db, bank }) => countDocuments(db, bank, {})),
  bankCase(countDocuments, ({ db, bank }) => countDocuments(db, bank, { q: "text", tags: ["blue"] })),
  bankCase(getDocument, ({ db, bank }) => getDocument(db, bank, "talk")),
  bankCase(documentExists, ({ db, bank }) => documentExists(db, bank, "talk")),
  bankCase(finishDocument, ({ db, bank }) => finishDocument(db, bank, "talk")),
  bankCase(touchDocumentsOfKind, ({ db, bank }) => touchDocumentsOfKind(db, bank, "world")),
  bankCase(readDocumentRevisions, ({ db, bank }) => readDocumentRevisions(db, bank, FILLED.documents)),
  bankCase(readDocumentHeads, ({ db, bank }) => readDocumentHeads(db, bank, FILLED.documents)),
  bankCase(readDocumentText, ({ db, bank }) => readDocumentText(db, bank, "talk")),
  bankCase(updateDocument, ({ db, bank }) => updateDocument(db, bank, "talk", { tags: ["new"], observationScopes: "shared" })),
  bankCase(upsertDocuments, async ({ db, bank }) => [
    ...(await upsertDocuments(db, bank, [row, { ...row, documentId: "fresh" }])).keys(), // the revisions come from one sequence for all banks
  ]),
  bankCase(deleteDocument, ({ db, bank }) => deleteDocument(db, bank, "talk")),
  bankCase(deleteAllDocuments, ({ db, bank }) => deleteAllDocuments(db, bank)),
];
