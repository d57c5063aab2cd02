import { countTags } from "../../../src/store/tags/count-tags.js";
import { listTags } from "../../../src/store/tags/list-tags.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(listTags, ({ db, bank }) => listTags(db, bank, { limit: 10, offset: 0, pattern: null })),
  bankCase(listTags, ({ db, bank }) => listTags(db, bank, { limit: 10, offset: 0, pattern: "b%" })),
  bankCase(countTags, ({ db, bank }) => countTags(db, bank, null)),
];
