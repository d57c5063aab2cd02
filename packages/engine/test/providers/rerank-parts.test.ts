import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aboutTokens, batchesOf, nextWindow, paddedTokens, pairsOf } from "../../src/providers/rerank/batch.js";
import { circuit } from "../../src/providers/rerank/circuit.js";
import { normaliseScores } from "../../src/providers/rerank/normalise.js";
import { pace } from "../../src/providers/rerank/pace.js";
import type { Ranked } from "../../src/recall/candidate.js";
import { mix } from "../../src/recall/rerank.js";

describe("scores", () => {
  const score = fc.oneof(fc.double({ noNaN: true, min: -50, max: 50 }), fc.constant(Number.NaN), fc.constant(Number.POSITIVE_INFINITY));

  test("are in 0…1 and keep their order; what is no finite number is none", () => {
    fc.assert(
      fc.property(fc.array(score), (scores) => {
        const normal = normaliseScores(scores);
        expect(normal.map((x) => x === null)).toEqual(scores.map((x) => !Number.isFinite(x)));
        normal.forEach((x, i) => {
          if (x === null) return;
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(1);
          for (let j = 0; j < i; j++) if (normal[j] !== null && scores[i]! > scores[j]!) expect(x).toBeGreaterThanOrEqual(normal[j]!);
        });
      }),
    );
  });

  test("that are probabilities stay; a NaN among them does not make them logits, and known logits are never taken for probabilities", () => {
    expect(normaliseScores([0.2, Number.NaN, 1])).toEqual([0.2, null, 1]);
    expect(normaliseScores([0, 2])).toEqual([0.5, expect.closeTo(0.8808, 4)]);
    expect(normaliseScores([0.2, 1], true)).toEqual([expect.closeTo(0.5498, 4), expect.closeTo(0.7311, 4)]);
  });
});

describe("batches", () => {
  const LIMITS = { maxPairs: 8, maxTokens: 1024, maxPairTokens: 512, window: 32 };
  const pairs = fc
    .array(fc.integer({ min: 4, max: 512 }), { minLength: 1, maxLength: 60 })
    .map((lengths) => lengths.map((tokens, index) => ({ index, tokens })));

  test("hold each pair once, within both limits, the best candidate's first", () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const batches = batchesOf(all, LIMITS);
        expect(
          batches
            .flat()
            .map(({ index }) => index)
            .sort((a, b) => a - b),
        ).toEqual(all.map(({ index }) => index));
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(8);
          expect(batch.length === 1 || paddedTokens(batch) <= 1024).toBe(true);
        }
        expect(batches[0]!.some(({ index }) => index === 0)).toBe(true);
      }),
    );
  });

  test("put texts of one length together: short ones are not padded to a long one", () => {
    const mixed = Array.from({ length: 16 }, (_, index) => ({ index, tokens: index % 2 === 0 ? 20 : 120 }));
    const read = batchesOf(mixed, LIMITS).reduce((sum, batch) => sum + paddedTokens(batch), 0);
    expect(read).toBe(8 * 20 + 8 * 120); // in their order it would be 16 × 120
  });

  test("take from the front what the time pays for, and a few where it pays for none", () => {
    const all = Array.from({ length: 60 }, (_, index) => ({ index, tokens: 50 }));
    expect(nextWindow(all, LIMITS, 510, 0).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(nextWindow(all, LIMITS, 1e9, 0)).toHaveLength(32);
    expect(nextWindow(all, LIMITS, 0, 2)).toHaveLength(2);
    expect(nextWindow(all, LIMITS, 0, 0)).toHaveLength(0);
    expect(nextWindow(all.slice(0, 3), LIMITS, 1e9, 0)).toHaveLength(3);
  });

  test("know that a Chinese character is a token, four Latin letters about one, and that a pair is cut", () => {
    expect(aboutTokens("will it rain")).toBe(3);
    expect(aboutTokens("明天会下雨吗")).toBe(6);
    expect(pairsOf("q", ["x".repeat(100_000)], LIMITS)[0]?.tokens).toBe(512);
  });
});

describe("the pace", () => {
  test("tells the cost of a call from that of a pair", () => {
    const it = pace();
    expect(it.estimate(100)).toBeNull();
    for (const tokens of [100, 800, 300, 1_000]) it.observe(tokens, 50 + tokens / 10);
    expect(it.estimate(500)).toBeCloseTo(100, 6);
    expect(it.affordable(100)).toBeCloseTo(500, 6);
    expect(it.affordable(40)).toBe(0);
  });

  test("of equal batches is a plain rate, and one slow batch does not halve it", () => {
    const it = pace();
    for (let i = 0; i < 20; i++) it.observe(400, 20);
    expect(it.affordable(100)).toBeCloseTo(2_000, 6);
    it.observe(400, 60);
    expect(it.affordable(100)).toBeGreaterThan(1_000);
  });

  test("follows a machine that has become slower, and one that does not answer asks for less each time", () => {
    const slower = pace();
    slower.observe(400, 10);
    for (let i = 0; i < 30; i++) slower.observe(400, 100);
    expect(slower.estimate(400)).toBeGreaterThan(95);
    const silent = pace();
    silent.observe(1_000, 10);
    const asked: number[] = [];
    for (let i = 0; i < 8; i++) {
      asked.push(silent.affordable(100)!);
      silent.missed(asked.at(-1)!, 100);
    }
    expect(asked).toEqual([...asked].sort((a, b) => b - a));
    expect(asked.at(-1)).toBeLessThan(asked[0]! / 5);
  });
});

describe("the circuit breaker", () => {
  test("opens after three failures in a row, and one success between them counts", () => {
    const it = circuit();
    for (const step of ["f", "f", "s", "f", "f"]) step === "f" ? it.failed(0) : it.succeeded();
    expect([it.state(), it.admit(0)]).toEqual(["closed", "call"]);
    it.failed(0);
    expect([it.state(), it.admit(0)]).toEqual(["open", "none"]);
  });

  test("lets one probe through after its rest, none beside it, and rests longer after each that fails", () => {
    const it = circuit();
    for (let i = 0; i < 3; i++) it.failed(0);
    let now = 0;
    const rests: number[] = [];
    for (let i = 0; i < 8; i++) {
      const from = now;
      while (it.admit(now) === "none") now += 1_000;
      expect([it.state(), it.admit(now)]).toEqual(["half_open", "none"]);
      it.failed(now);
      rests.push((now - from) / 1_000);
    }
    expect(rests).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
  });

  test("closes when the probe succeeds; the next failure opens it at once, a success makes it as new", () => {
    const it = circuit();
    for (let i = 0; i < 3; i++) it.failed(0);
    expect(it.admit(10_000)).toBe("probe");
    it.succeeded();
    expect(it.admit(10_000)).toBe("call");
    it.failed(10_000);
    expect(it.state()).toBe("open");
    expect(it.admit(29_999)).toBe("none"); // the second rest is 20 s
    expect(it.admit(30_000)).toBe("probe");
    it.succeeded();
    it.succeeded();
    it.failed(30_000);
    it.failed(30_000);
    expect(it.state()).toBe("closed");
  });
});

describe("what was scored and what was not", () => {
  const entry = (final: number, memoryNo: number): Ranked =>
    ({ row: { memoryNo, proofCount: 0 }, final, score: final, reranked: null }) as unknown as Ranked;
  const list = fc
    .array(fc.record({ s: fc.double({ noNaN: true, min: -0.25, max: 2 }), ce: fc.option(fc.double({ noNaN: true, min: 0, max: 1 })) }), {
      maxLength: 40,
    })
    .map((rows) => {
      const sorted = rows.map(({ s }) => s).sort((a, b) => b - a);
      return { ranked: sorted.map((s, i) => entry(s, rows.length - i)), scores: rows.map(({ ce }) => ce) };
    });
  const noOf = ({ row }: Ranked): number => row.memoryNo;

  test("stay together: none is lost, the rest keeps its order, and never passes what was scored and stood before it", () => {
    fc.assert(
      fc.property(list, ({ ranked, scores }) => {
        const mixed = mix(ranked, scores);
        expect(mixed.map(noOf).sort()).toEqual(ranked.map(noOf).sort());
        const place = new Map(mixed.map((one, at) => [noOf(one), at]));
        const rest = ranked.filter((_, i) => scores[i] === null);
        expect(mixed.filter(({ reranked }) => reranked === null).map(noOf)).toEqual(rest.map(noOf));
        ranked.forEach((scored, i) => {
          if (scores[i] === null) return;
          for (const later of ranked.slice(i + 1).filter((_, j) => scores[i + 1 + j] === null))
            expect(place.get(noOf(scored))!).toBeLessThan(place.get(noOf(later))!);
        });
        for (let i = 1; i < mixed.length; i++) expect(mixed[i - 1]!.final).toBeGreaterThanOrEqual(mixed[i]!.final);
      }),
    );
  });

  test("where nothing was scored nothing moves, scores neither", () => {
    const ranked = [entry(0.9, 3), entry(0.5, 2), entry(0.5, 1)];
    expect(mix(ranked, [null, null, null])).toBe(ranked);
    expect(mix(ranked, [])).toBe(ranked);
    expect(mix(ranked, [0, 0, 1]).map(noOf)).toEqual([1, 3, 2]); // control
  });
});
