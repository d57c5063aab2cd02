// The pure parts of the recall lab: settings of an address, the request, the snippets, the scores.

import { describe, expect, test } from "vitest";
import { fromJsonl, meanOf, scoreOf, toJsonl } from "../../src/pages/recall/cases.js";
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
  test("a case scores the share of its documents among the first ten, and the rank of the first", () => {
    expect(scoreOf(["a", "b"], [null, "x", "a"], 5)).toEqual({ recall: 0.5, reciprocalRank: 1 / 3, ms: 5 });
    expect(scoreOf(["a"], [...Array<string>(10).fill("x"), "a"], 5)).toEqual({ recall: 0, reciprocalRank: 1 / 11, ms: 5 });
    expect(meanOf([])).toEqual({ recall: 0, reciprocalRank: 0, ms: 0 });
  });

  test("a set goes through a file; a line that is no case is named", () => {
    const cases = [{ query: "who?", expected: ["d1"] }];
    expect(fromJsonl(toJsonl(cases))).toEqual(cases);
    expect(() => fromJsonl('{"query":"x","expected_documents":[]}\nnonsense')).toThrow("2: nonsense");
  });
});
