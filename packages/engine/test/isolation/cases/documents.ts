import { countDocuments } from "../../../src/store/documents/count-documents.js";
import { deleteAllDocuments } from "../../../src/store/documents/delete-all-documents.js";
import { deleteDocument } from "../../../src/store/documents/delete-document.js";
import { documentExists } from "../../../src/store/documents/document-exists.js";
import { getDocument } from "../../../src/store/documents/get-document.js";
import { listDocuments } from "../../../src/store/documents/list-documents.js";
import { readDocumentHashes } from "../../../src/store/documents/read-document-hashes.js";
import { readDocumentHeads } from "../../../src/store/documents/read-document-heads.js";
import { readDocumentText } from "../../../src/store/documents/read-document-text.js";
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
  submittedAt: new Date(0),
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
  bankCase(readDocumentHashes, ({ db, bank }) => readDocumentHashes(db, bank, FILLED.documents)),
  bankCase(readDocumentHeads, ({ db, bank }) => readDocumentHeads(db, bank, FILLED.documents)),
  bankCase(readDocumentText, ({ db, bank }) => readDocumentText(db, bank, "talk")),
  bankCase(updateDocument, ({ db, bank }) => updateDocument(db, bank, "talk", { tags: ["new"], observationScopes: "shared" })),
  bankCase(upsertDocuments, ({ db, bank }) => upsertDocuments(db, bank, [row, { ...row, documentId: "fresh" }])),
  bankCase(deleteDocument, ({ db, bank }) => deleteDocument(db, bank, "talk")),
  bankCase(deleteAllDocuments, ({ db, bank }) => deleteAllDocuments(db, bank)),
];
