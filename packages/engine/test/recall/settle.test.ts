import { expect, test } from "vitest";
import { analyse } from "../../src/domain/text/analyse.js";
import type { ArmResults } from "../../src/recall/arms/index.js";
import { bm25 } from "../../src/recall/bm25.js";
import type { Ranked } from "../../src/recall/candidate.js";
import { mix } from "../../src/recall/rerank.js";
import { settle } from "../../src/recall/settle.js";

const TERMS = ["wifi", "password"];
const OLD = "The wifi password is tulip-42.";
const NEW = "The wifi password is rose-17.";
const OTHER = "Ask the porter about the wifi.";

interface Row {
  readonly text: string;
  readonly score: number;
  /** Of the cross-encoder; null where its time was up. */
  readonly read?: number | null;
}

/** In the order of their scores; what stands later was said later. */
function settled(...rows: readonly Row[]): readonly string[] {
  const ranked = rows.map(
    ({ text, score }, n) =>
      ({
        row: {
          memoryNo: n + 1,
          text,
          language: "en",
          kind: "world",
          role: null,
          asks: false,
          runNo: null,
          position: null,
          proofCount: 0,
          mentionedAt: new Date(Date.UTC(2025, 0, n + 1)),
          lastMentionedAt: null,
          occurredStart: null,
        },
        arms: {},
        score,
        final: score,
        reranked: null,
      }) as unknown as Ranked,
  );
  const lists = TERMS.map((term) => {
    const holding = ranked.filter(({ row }) => analyse(row.text, "en").terms.has(term));
    const column = (value: number) => holding.map(() => value);
    return {
      term,
      documentFrequency: holding.length,
      memoryNos: holding.map(({ row }) => row.memoryNo),
      runNos: column(-1),
      positions: column(0),
      frequencies: column(1),
      termCounts: column(4),
    };
  });
  const found = { keyword: { scores: bm25(lists as unknown as Parameters<typeof bm25>[0], 100, 4) } } as unknown as ArmResults;
  const read = rows.map(({ read: score = null }) => score);
  return settle(mix(ranked, read), found, TERMS).map(({ row }) => row.text);
}

test("of two answers alike the later comes first, an exact one that is far above stays", () => {
  expect(settled({ text: OLD, score: 0.8 }, { text: NEW, score: 0.7 })).toEqual([NEW, OLD]);
  expect(settled({ text: OLD, score: 0.8 }, { text: NEW, score: 0.6 })).toEqual([OLD, NEW]);
});

test("where the cross-encoder's time was up between two answers alike, the later comes first all the same", () => {
  expect(settled({ text: OLD, score: 0.8, read: 0.9 }, { text: NEW, score: 0.7 })).toEqual([NEW, OLD]);
  expect(settled({ text: OLD, score: 0.8, read: 0.9 }, { text: NEW, score: 0.6 })).toEqual([OLD, NEW]);
});

test("below the cut nothing trades places that would not without a cross-encoder", () => {
  expect(settled({ text: OTHER, score: 0.9, read: 0.5 }, { text: OLD, score: 0.8 }, { text: NEW, score: 0.6 })).toEqual([OTHER, OLD, NEW]);
  expect(settled({ text: OTHER, score: 0.9, read: 0.5 }, { text: OLD, score: 0.8 }, { text: NEW, score: 0.7 })).toEqual([OTHER, NEW, OLD]);
});

test("where it has read both, its word decides", () => {
  expect(settled({ text: OLD, score: 0.8, read: 0.9 }, { text: NEW, score: 0.7, read: 0.2 })).toEqual([OLD, NEW]);
});
