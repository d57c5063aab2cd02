import { describe, expect, test } from "vitest";
import { changed } from "../../src/curate/changed.js";
import type { MemoryChange } from "../../src/domain/curation.js";
import type { CuratedFact } from "../../src/store/curation/read-fact.js";

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const FACT: CuratedFact = {
  memoryNo: 1,
  id: "00000000-0000-4000-8000-000000000001",
  kind: "world",
  text: "Ann lives in Delft.",
  context: "a letter",
  language: "en",
  speaker: null,
  runNo: null,
  position: null,
  occurredStart: day("2024-05-01"),
  occurredEnd: day("2024-05-03"),
  datePrecision: "day",
  mentionedAt: day("2024-06-01"),
  mentionedOffset: 120,
  trust: "normal",
  editedFields: ["context"],
};

describe("a fact after an edit", () => {
  test.each<[MemoryChange, Partial<CuratedFact>, readonly string[]]>([
    [{}, {}, []],
    [{ text: "Ann lives in Delft.", kind: "world", context: "a letter" }, {}, []],
    [{ text: "Ann\u0000 lives in Leiden." }, { text: "Ann lives in Leiden." }, ["text"]],
    [{ context: "" }, { context: null }, ["context"]],
    [{ kind: "experience" }, { kind: "experience" }, ["kind"]],
    [{ entities: [] }, {}, ["entities"]],
    [{ mentionedAt: null }, { mentionedAt: null, mentionedOffset: null }, ["mentioned_at"]],
    [
      { mentionedAt: "2024-06-02T10:00:00+02:00" },
      { mentionedAt: new Date("2024-06-02T08:00:00Z"), mentionedOffset: 120 },
      ["mentioned_at"],
    ],
    [{ occurredStart: "2024-05-02" }, { occurredStart: day("2024-05-02") }, ["occurred"]],
    [{ occurredStart: "2025-01-01" }, { occurredStart: day("2025-01-01"), occurredEnd: day("2025-01-01") }, ["occurred"]], // the end comes along
    [{ occurredEnd: "2024-04-01" }, { occurredStart: day("2024-04-01"), occurredEnd: day("2024-04-01") }, ["occurred"]],
    [{ occurredStart: "", occurredEnd: null }, { occurredStart: null, occurredEnd: null, datePrecision: null }, ["occurred"]],
    [{ occurredEnd: "2024-05-03T12:00:00Z" }, { occurredEnd: new Date("2024-05-03T12:00:00Z"), datePrecision: "second" }, ["occurred"]],
  ])("%j", (change, expected, fields) => {
    const { fact, fields: found } = changed(FACT, change);
    expect(found).toEqual(fields);
    expect(fact).toEqual({ ...FACT, ...expected, editedFields: [...new Set(["context", ...fields])].sort() });
  });

  test.each<[MemoryChange, string]>([
    [{ text: " \u200b" }, "blank"],
    [{ occurredStart: "soon" }, "occurred_start 'soon'"],
    [{ mentionedAt: "2024-02-30" }, "mentioned_at"],
    [{ occurredStart: "2024-05-02", occurredEnd: "2024-05-01" }, "before"],
  ])("%j is refused", (change, says) => {
    expect(() => changed(FACT, change)).toThrow(says);
  });
});
