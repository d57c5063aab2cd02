import { memoryFilter } from "../../../src/store/filters/memory-filter.js";
import { placeMemories } from "../../../src/store/memories/place-memories.js";
import { countPostings } from "../../../src/store/postings/count-postings.js";
import { deleteAllPostings } from "../../../src/store/postings/delete-all-postings.js";
import { deletePostings } from "../../../src/store/postings/delete-postings.js";
import { insertPostings } from "../../../src/store/postings/insert-postings.js";
import { placePostings } from "../../../src/store/postings/place-postings.js";
import { readPostings } from "../../../src/store/postings/read-postings.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

const row = { term: "new", memoryNo: 1, frequency: 1, contextFrequency: 0, termCount: 3, runNo: FILLED.runs.talk, position: 0 };

export const cases = [
  bankCase(insertPostings, ({ db, bank }) => insertPostings(db, bank, [row])),
  bankCase(placePostings, async ({ db, bank }) => {
    await placeMemories(db, bank, [{ memoryNo: 1, runNo: FILLED.runs.notes, position: 7 }]);
    await placePostings(db, bank, [1]);
  }),
  bankCase(deletePostings, ({ db, bank }) => deletePostings(db, bank, [1, 2])),
  bankCase(deleteAllPostings, ({ db, bank }) => deleteAllPostings(db, bank)),
  bankCase(countPostings, ({ db, bank }) => countPostings(db, bank, ["said", "word1"], 100)),
  bankCase(readPostings, ({ db, bank }) => readPostings(db, bank, ["said", "word1"], { limit: 100, filter: null })),
  bankCase(readPostings, ({ db, bank }) =>
    readPostings(db, bank, ["said", "word1"], { limit: 100, filter: null, among: FILLED.memoryNumbers }),
  ),
  bankCase(readPostings, ({ db, bank }) => readPostings(db, bank, ["said"], { limit: 100, filter: memoryFilter({ tags: ["red"] }) })),
];
