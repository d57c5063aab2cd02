import { deleteEndedExtractions } from "../../../src/store/extractions/delete-ended-extractions.js";
import { deleteExtractions } from "../../../src/store/extractions/delete-extractions.js";
import { type Extraction, insertExtraction } from "../../../src/store/extractions/insert-extraction.js";
import { readExtractions } from "../../../src/store/extractions/read-extractions.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

const extraction: Extraction = { key: "ab".repeat(32), readings: [], usage: { total: 1 } };
const { failed, processing } = FILLED.operations;

export const cases = [
  bankCase(insertExtraction, ({ db, bank }) => insertExtraction(db, bank, processing, extraction)),
  bankCase(readExtractions, ({ db, bank }) => readExtractions(db, bank, processing)),
  bankCase(deleteExtractions, ({ db, bank }) => deleteExtractions(db, bank, processing)),
  bankCase(deleteEndedExtractions, ({ db, bank }) => deleteEndedExtractions(db, bank, [failed])),
  bankCase(deleteEndedExtractions, ({ db, bank }) => deleteEndedExtractions(db, bank, null)),
];
