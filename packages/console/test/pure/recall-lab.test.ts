// The pure parts of the recall lab: settings of an address, the request, the snippets, the scores.

import { judgeReply, writeCases } from "@hindsight-memory/client/relevance";
import { describe, expect, test } from "vitest";
import { caseOf, expectedOf, fromJsonl, meanOf } from "../../src/pages/recall/cases.js";
import { requestOf, settingsOf } from "../../src/pages/recall/settings.js";
import { asCurl, asPython, asTypeScript } from "../../src/pages/recall/snippets.js";

describe("settings", () => {
  test("an address may hold anything; what makes no sense is the preset", () => {
    expect(settingsOf({ budget: "huge", maxTokens: -1, types: ["world", "x"], tags: ["a"], chunks: "yes", minFinal: "1" })).toEqual({
      types: ["world"],
      tags: ["a"],
    });
    expect(settingsOf("x")).toEqual({});
  });

  test("the request leaves presets out, and a window may be open at one end", () => {
    expect(requestOf("q", {})).toEqual({ query: "q" });
    expect(requestOf("q", { from: "2026-01-01T00:00", entities: true, minFinal: 0.2 })).toEqual({
      query: "q",
      min_scores: { final: 0.2 },
      temporal_window: { start: new Date("2026-01-01T00:00").toISOString(), end: new Date("9999-12-31T23:59").toISOString() },
      include: { entities: {} },
    });
  });
});

test("snippets keep quotation marks of every kind", () => {
  const query = `it's "quoted" \\ $HOME`;
  expect(asCurl("b", query, {})).toContain(`-d '{"query":"it'\\''s \\"quoted\\" \\\\ $HOME"}'`);
  expect(asTypeScript("b", query, { maxTokens: 9 })).toContain('"maxTokens": 9');
  expect(asPython("b", query, { preferObservations: true })).toContain("prefer_observations=True");
});

describe("cases", () => {
  test("a set is scored by the share of what is expected among the first ten, and the rank of the first", () => {
    const reply = (...documents: readonly (string | null)[]) => ({
      results: documents.map((document_id) => ({ id: "m", text: "", document_id })),
    });
    const score = (expected: readonly string[], ...documents: readonly (string | null)[]) =>
      meanOf([{ judged: judgeReply(caseOf("q", expected), reply(...documents)), ms: 5 }]);
    expect(score(["a", "b"], null, "x", "a")).toEqual({ recall: 0.5, reciprocalRank: 1 / 3, ms: 5 });
    expect(score(["a"], ...Array<string>(10).fill("x"), "a")).toEqual({ recall: 0, reciprocalRank: 1 / 11, ms: 5 });
    expect(meanOf([])).toEqual({ recall: 0, reciprocalRank: 0, ms: 0 });
  });

  test("a set goes through a file of `hindsight eval`; a line that is no case is named", () => {
    const cases = [
      caseOf("who?", ["d1"]),
      { ...caseOf("where?", []), expected: { documents: [], memories: ["m"], texts: ["x"] }, request: { tags: ["t"] } },
    ];
    expect(fromJsonl(writeCases(cases))).toEqual(cases);
    expect(cases.map(expectedOf)).toEqual(["d1", "m, “x”"]);
    expect(() => fromJsonl('{"query":"x","expected_documents":["a"]}\nnonsense')).toThrow(/^2: .*nonsense/);
  });
});
