import { memoryFilter } from "../../../src/store/filters/memory-filter.js";
import { deleteAllMentions } from "../../../src/store/mentions/delete-all-mentions.js";
import { deleteMentions } from "../../../src/store/mentions/delete-mentions.js";
import { findMentioning } from "../../../src/store/mentions/find-mentioning.js";
import { findRelated } from "../../../src/store/mentions/find-related.js";
import { insertMentions } from "../../../src/store/mentions/insert-mentions.js";
import { listMentioned } from "../../../src/store/mentions/list-mentioned.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(deleteMentions, ({ db, bank }) => deleteMentions(db, bank, [1, 2])),
  bankCase(insertMentions, ({ db, bank }) => insertMentions(db, bank, [{ memoryNo: 6, entityId: FILLED.entities.ann }])),
  bankCase(deleteAllMentions, ({ db, bank }) => deleteAllMentions(db, bank)),
  bankCase(findRelated, ({ db, bank }) => findRelated(db, bank, { seedNos: [1], maxMentions: 10, limit: 10, filter: memoryFilter({}) })),
  bankCase(listMentioned, ({ db, bank }) => listMentioned(db, bank, FILLED.memoryNumbers.map(FILLED.memoryId))),
  bankCase(findMentioning, ({ db, bank }) =>
    findMentioning(db, bank, { entityIds: [FILLED.entities.ann], limit: 10, filter: memoryFilter({}) }),
  ),
];
