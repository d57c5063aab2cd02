import { countBank } from "../../../src/store/stats/count-bank.js";
import { countLinks } from "../../../src/store/stats/count-links.js";
import { countMemoriesByKind } from "../../../src/store/stats/count-memories-by-kind.js";
import { countMemoriesByTime } from "../../../src/store/stats/count-memories-by-time.js";
import { countOperations } from "../../../src/store/stats/count-operations.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(countBank, ({ db, bank }) => countBank(db, bank)),
  bankCase(countLinks, ({ db, bank }) => countLinks(db, bank)),
  bankCase(countMemoriesByKind, ({ db, bank }) => countMemoriesByKind(db, bank)),
  ...(["created_at", "mentioned_at", "occurred_start"] as const).map((field) =>
    bankCase(countMemoriesByTime, ({ db, bank }) =>
      countMemoriesByTime(db, bank, { unit: "day", field, start: FILLED.at(1), end: FILLED.at(20) }),
    ),
  ),
  bankCase(countOperations, ({ db, bank }) => countOperations(db, bank)),
];
