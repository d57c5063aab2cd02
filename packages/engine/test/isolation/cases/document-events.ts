import { countDocumentEvents } from "../../../src/store/document-events/count-document-events.js";
import { insertDocumentEvents } from "../../../src/store/document-events/insert-document-events.js";
import { listDocumentEvents } from "../../../src/store/document-events/list-document-events.js";
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
  bankCase(listDocumentEvents, ({ db, bank }) => listDocumentEvents(db, bank, "talk", { limit: 10, offset: 0 })),
  bankCase(countDocumentEvents, ({ db, bank }) => countDocumentEvents(db, bank, "talk")),
];
