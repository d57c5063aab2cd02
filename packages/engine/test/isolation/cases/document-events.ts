import { insertDocumentEvents } from "../../../src/store/document-events/insert-document-events.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(insertDocumentEvents, ({ db, bank }) =>
    insertDocumentEvents(db, bank, [
      { documentId: "talk", kind: "retain", factsAdded: 2 },
      { documentId: "nowhere", kind: "retag" },
      { documentId: "notes", kind: "consolidation", observationsUpdated: [LEARNT.observation.id] },
    ]),
  ),
];
