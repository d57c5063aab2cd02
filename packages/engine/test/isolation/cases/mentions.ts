import { deleteAllMentions } from "../../../src/store/mentions/delete-all-mentions.js";
import { insertMentions } from "../../../src/store/mentions/insert-mentions.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(insertMentions, ({ db, bank }) => insertMentions(db, bank, [{ memoryNo: 6, entityId: FILLED.entities.ann }])),
  bankCase(deleteAllMentions, ({ db, bank }) => deleteAllMentions(db, bank)),
];
