import { countBank } from "../../../src/store/stats/count-bank.js";
import { countLinks } from "../../../src/store/stats/count-links.js";
import { countMemoriesByKind } from "../../../src/store/stats/count-memories-by-kind.js";
import { countOperations } from "../../../src/store/stats/count-operations.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(countBank, ({ db, bank }) => countBank(db, bank)),
  bankCase(countLinks, ({ db, bank }) => countLinks(db, bank)),
  bankCase(countMemoriesByKind, ({ db, bank }) => countMemoriesByKind(db, bank)),
  bankCase(countOperations, ({ db, bank }) => countOperations(db, bank)),
];
