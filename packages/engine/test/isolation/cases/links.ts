import { memoryFilter } from "../../../src/store/filters/memory-filter.js";
import { deleteAllLinks } from "../../../src/store/links/delete-all-links.js";
import { deleteLinks } from "../../../src/store/links/delete-links.js";
import { findLinked } from "../../../src/store/links/find-linked.js";
import { insertLinks } from "../../../src/store/links/insert-links.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(deleteLinks, ({ db, bank }) => deleteLinks(db, bank, [1, 2])),
  bankCase(deleteAllLinks, ({ db, bank }) => deleteAllLinks(db, bank)),
  bankCase(insertLinks, ({ db, bank }) => insertLinks(db, bank, [{ fromNo: 1, toNo: 6, kind: "caused_by", weight: 1 }])),
  bankCase(findLinked, ({ db, bank }) => findLinked(db, bank, { seedNos: [1], limit: 10, filter: memoryFilter({}) })),
];
