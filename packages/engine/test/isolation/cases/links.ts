import { deleteAllLinks } from "../../../src/store/links/delete-all-links.js";
import { deleteLinks } from "../../../src/store/links/delete-links.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(deleteLinks, ({ db, bank }) => deleteLinks(db, bank, [1, 2])),
  bankCase(deleteAllLinks, ({ db, bank }) => deleteAllLinks(db, bank)),
];
