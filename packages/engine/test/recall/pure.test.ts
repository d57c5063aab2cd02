import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeKey, placeOf } from "../../src/domain/place.js";
import { selective } from "../../src/recall/arms/keyword.js";
import { bm25, heldTerms, inverseDocumentFrequency, ownScore, WINDOW, windowScore } from "../../src/recall/bm25.js";
import type { Hit, RankedArm } from "../../src/recall/candidate.js";
import { reciprocalRanks } from "../../src/recall/merge.js";
import { areRivals, readStatement, saysTheSame } from "../../src/recall/restatement.js";
import { asksOnlyForTime } from "../../src/recall/time-only.js";
import type { PostingList } from "../../src/store/postings/read-postings.js";

interface Row {
  readonly memoryNo: number;
  readonly frequency?: number;
  readonly length?: number;
  readonly runNo?: number;
  readonly position?: number;
}

const list = (term: string, rows: readonly Row[]): PostingList => ({
  term,
  documentFrequency: rows.length,
  memoryNos: Int32Array.from(rows.map((row) => row.memoryNo)),
  frequencies: Int32Array.from(rows.map((row) => row.frequency ?? 1)),
  termCounts: Int32Array.from(rows.map((row) => row.length ?? 10)),
  runNos: Int32Array.from(rows.map((row) => row.runNo ?? -1)),
  positions: Int32Array.from(rows.map((row) => row.position ?? -1)),
});

describe("BM25", () => {
  test("a rare term weighs more than a common one, a short memory more than a long one", () => {
    const common = Array.from({ length: 30 }, (_, n) => ({ memoryNo: n + 1 }));
    const scores = bm25([list("common", common), list("rare", [{ memoryNo: 31 }, { memoryNo: 32, length: 40 }])], 100, 10);
    expect(ownScore(scores, 31)!).toBeGreaterThan(ownScore(scores, 1)!);
    expect(ownScore(scores, 31)!).toBeGreaterThan(ownScore(scores, 32)!);
  });

  test("a memory of mean length that holds each term once has the full score", () => {
    const scores = bm25([list("a", [{ memoryNo: 1 }]), list("b", [{ memoryNo: 1 }, { memoryNo: 2 }])], 50, 10);
    expect(ownScore(scores, 1)!).toBeCloseTo(scores.full, 10);
    expect(ownScore(scores, 2)!).toBeLessThan(scores.full);
  });

  test("a window holds the words of two neighbours on each side, and no run reaches into another", () => {
    const { windowKeys, memoryNos } = bm25([list("word", [{ memoryNo: 7, runNo: 3, position: 5 }])], 50, 10);
    expect([...windowKeys].map(placeOf)).toEqual([3, 4, 5, 6, 7].map((position) => ({ runNo: 3, position })));
    expect([...memoryNos]).toEqual([7]);
    const atStart = bm25([list("word", [{ memoryNo: 7, runNo: 3, position: 0 }])], 50, 10);
    expect([...atStart.windowKeys].map(placeOf).every(({ runNo, position }) => runNo === 3 && position >= 0)).toBe(true);
  });

  test("the columns say what the formula says of each memory and each place", () => {
    const row = fc.record({ frequency: fc.integer({ min: 1, max: 5 }), length: fc.integer({ min: 1, max: 40 }) });
    const memories = fc.uniqueArray(fc.record({ runNo: fc.integer({ min: -1, max: 3 }), position: fc.nat(12) }), {
      selector: ({ runNo, position }) => (runNo < 0 ? Number.NaN : placeKey(runNo, position)),
      maxLength: 25,
    });
    const banks = memories.chain((places) =>
      fc.record({
        places: fc.constant(places),
        holds: fc.array(fc.array(fc.option(row), { minLength: places.length, maxLength: places.length })),
      }),
    );
    fc.assert(
      fc.property(banks, ({ places, holds }) => {
        const lists = holds.map((held, n) =>
          list(
            `t${n}`,
            held.flatMap((one, at) => (one === null ? [] : [{ memoryNo: at + 1, ...one, ...places[at]! }])),
          ),
        );
        const scores = bm25(lists, 100, 10);
        const weight = (n: number): number => inverseDocumentFrequency(100, lists[n]!.documentFrequency);
        places.forEach(({ runNo, position }, at) => {
          const own = holds.map((held, n) => {
            const one = held[at] ?? null;
            return one === null ? 0 : (weight(n) * one.frequency * 2.2) / (one.frequency + 1.2 * (0.6 + 0.04 * one.length));
          });
          const held = lists.flatMap(({ term }, n) => (holds[n]![at] ? [term] : []));
          expect(heldTerms(scores, at + 1)).toEqual(held);
          if (held.length > 0)
            expect(ownScore(scores, at + 1)).toBeCloseTo(
              own.reduce((a, b) => a + b, 0),
              9,
            );
          else expect(ownScore(scores, at + 1)).toBeNull();
          if (runNo < 0) return;
          const around = holds.map((of, n) => {
            const frequency = of.reduce((sum, one, other) => {
              const isNear = places[other]!.runNo === runNo && Math.abs(places[other]!.position - position) <= WINDOW;
              return one !== null && isNear ? sum + one.frequency : sum;
            }, 0);
            return (weight(n) * frequency * 2.2) / (frequency + 1.2);
          });
          expect(windowScore(scores, placeKey(runNo, position)) ?? 0).toBeCloseTo(
            around.reduce((a, b) => a + b, 0),
            9,
          );
        });
      }),
    );
  });

  test("weights are positive, also when more memories hold a term than are counted", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (documents, holding) => {
        expect(inverseDocumentFrequency(documents, holding)).toBeGreaterThan(0);
      }),
    );
  });

  test("a place and its key are the same thing", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(4_000_000), (runNo, position) => {
        expect(placeOf(placeKey(runNo, position))).toEqual({ runNo, position });
      }),
    );
  });
});

describe("the terms of a question", () => {
  const terms = (...frequencies: number[]) => frequencies.map((documentFrequency, n) => ({ term: `t${n}`, documentFrequency }));

  test("common ones go while a rarer one is there", () => {
    expect(selective(terms(500, 3, 40), 100).map(({ term }) => term)).toEqual(["t1", "t2"]);
    expect(selective(terms(500, 300), 100).map(({ term }) => term)).toEqual(["t1", "t0"]);
  });

  test("the rarest are kept, and at most 24 words", () => {
    const many = selective(terms(...Array.from({ length: 40 }, (_, n) => 40 - n)), 100);
    expect(many).toHaveLength(24);
    expect(many[0]?.documentFrequency).toBe(1);
    expect(many.at(-1)?.documentFrequency).toBe(24);
  });
});

describe("reciprocal ranks", () => {
  const hit = (memoryNo: number): Hit => ({ memoryNo, place: null, score: 1 });
  const arm = (name: RankedArm["name"], ...numbers: number[]): RankedArm => ({ name, hits: numbers.map(hit), milliseconds: 0 });

  test("what two arms find comes before what one finds", () => {
    const order = reciprocalRanks([arm("semantic", 1, 2, 3), arm("keyword", 4, 2)]).map(({ key }) => key);
    expect(order[0]).toBe(2);
    expect(new Set(order)).toEqual(new Set([1, 2, 3, 4]));
  });

  test("a neighbour known by its place is another candidate than any memory known by number", () => {
    const place: Hit = { memoryNo: null, place: { runNo: 1, position: 2 }, score: 1 };
    const merged = reciprocalRanks([arm("semantic", 1), { name: "graph", hits: [place], milliseconds: 0 }]);
    expect(merged.map(({ hit: { memoryNo } }) => memoryNo).sort()).toEqual([1, null]);
  });

  test("every hit of every arm is in it once, whatever the arms", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 20 });
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const merged = reciprocalRanks([arm("semantic", ...a), arm("keyword", ...b)]);
        expect(merged.map(({ key }) => key).sort()).toEqual([...new Set([...a, ...b])].sort());
        expect(merged.every((entry, at) => at === 0 || entry.fused <= merged[at - 1]!.fused)).toBe(true);
      }),
    );
  });
});

describe("restatements", () => {
  const same = (a: string, b: string) => saysTheSame(readStatement(a), readStatement(b));
  const rivals = (a: string, b: string) => areRivals(readStatement(a), readStatement(b));

  test("the same in other spelling is the same", () => {
    expect(same("The office is in Delft.", "the  office is in delft.")).toBe(true);
    expect(
      same("Ann moved to the new flat in Delft last month with Tom.", "Ann moved to the new flat in Delft last month, with Tom!"),
    ).toBe(true);
  });

  test("another number, name or negation is another statement", () => {
    expect(same("The code of the summer house by the lake is 4711.", "The code of the summer house by the lake is 4712.")).toBe(false);
    expect(same("We met Ann at the old station in the rain today.", "We met Tom at the old station in the rain today.")).toBe(false);
    expect(
      same(
        "The heating in the big cellar room does work again since May.",
        "The heating in the big cellar room does not work again since May.",
      ),
    ).toBe(false);
    expect(same("他喜欢吃苹果和香蕉还有橙子。", "他不喜欢吃苹果和香蕉还有橙子。")).toBe(false);
  });

  test("statements that differ in a name or a number are rivals, those that differ in a word are not", () => {
    expect(rivals("The wifi password is tulip-42.", "The wifi password is rose-17.")).toBe(true);
    expect(rivals("The office is in Delft.", "The office is in Leiden.")).toBe(true);
    expect(rivals("Ann likes cats.", "Ann likes dogs.")).toBe(false);
    expect(rivals("Ann lives in Delft.", "The boiler needs a new valve.")).toBe(false);
  });
});

describe("questions for nothing but a time", () => {
  test.each([
    ["What did I do three days ago?", "three days ago"],
    ["What happened last week?", "last week"],
    ["what's new since Monday", "since Monday"],
    ["三天前我做了什么？", "三天前"],
    ["昨天发生了什么事情", "昨天"],
  ])("%s", (text, source) => {
    expect(asksOnlyForTime(text, source)).toBe(true);
  });

  test.each([
    ["What did I cook three days ago?", "three days ago"],
    ["Where were we last week with Ann?", "last week"],
    ["昨天小明吃了什么", "昨天"],
  ])("not %s", (text, source) => {
    expect(asksOnlyForTime(text, source)).toBe(false);
  });
});
