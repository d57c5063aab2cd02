import { readFileSync } from "node:fs";
import { BACKGROUND_SENTENCES, E5_SMALL_V2 } from "@hindsight-memory/models-en";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backgroundLevel, type CalibrationPoint, IDENTITY, piecewiseLinear, shifted } from "../../src/providers/embedding/calibration.js";
import { sharedEncoder } from "../support/encoder.js";

/** Rising points on a grid of hundredths, so that slopes stay moderate. */
const rising = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 8 })
  .chain((xs) => fc.tuple(fc.constant(xs), fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: xs.length, maxLength: xs.length })))
  .map(([xs, ys]): CalibrationPoint[] => {
    const [x, y] = [xs, ys].map((list) => [...list].sort((a, b) => a - b)) as [number[], number[]];
    return [[0, 0], ...x.map((one, i) => [one / 100, y[i]! / 100] as const), [1, 1]];
  });
const cosine = fc.double({ min: -1, max: 1, noNaN: true });

describe("a calibration", () => {
  test("never falls, stays in 0…1, and its inverse undoes it", () => {
    fc.assert(
      fc.property(rising, cosine, cosine, fc.double({ min: 0, max: 1, noNaN: true }), (points, a, b, similarity) => {
        const map = piecewiseLinear(points);
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(map.similarity(low)).toBeLessThanOrEqual(map.similarity(high));
        expect(map.similarity(a)).toBeGreaterThanOrEqual(0);
        expect(map.similarity(a)).toBeLessThanOrEqual(1);
        expect(map.similarity(map.cosine(similarity))).toBeCloseTo(similarity, 6);
      }),
    );
  });

  test("shifted for a question, it still is one", () => {
    fc.assert(
      fc.property(rising, cosine, fc.double({ min: -0.1, max: 0.1, noNaN: true }), (points, a, shift) => {
        const plain = piecewiseLinear(points);
        const map = shifted(plain, shift);
        expect(map.similarity(a + shift)).toBeCloseTo(plain.similarity(a), 6);
        expect(map.similarity(map.cosine(0.3))).toBeCloseTo(0.3, 6);
      }),
    );
  });

  test("takes what is not a number for unrelated", () => {
    expect(piecewiseLinear(IDENTITY).similarity(Number.NaN)).toBe(0);
    expect(piecewiseLinear(IDENTITY).similarity(0.5)).toBe(0.5);
  });

  test.each<[string, CalibrationPoint[]]>([
    ["one point", [[0, 0]]],
    [
      "a fall",
      [
        [0, 0],
        [0.5, 0.6],
        [0.7, 0.5],
        [1, 1],
      ],
    ],
    [
      "a start above 0",
      [
        [0, 0.1],
        [1, 1],
      ],
    ],
    [
      "an end below 1",
      [
        [0, 0],
        [1, 0.9],
      ],
    ],
  ])("is not made from %s", (_, points) => {
    expect(() => piecewiseLinear(points)).toThrow(RangeError);
  });

  test("the level of a question is the mean of its nearest background cosines", () => {
    const background = Float32Array.from([1, 0, 0, 1, -1, 0]);
    expect(backgroundLevel(Float32Array.from([1, 0]), background, 1)).toBe(1);
    expect(backgroundLevel(Float32Array.from([1, 0]), background, 2)).toBe(0.5);
    expect(backgroundLevel(Float32Array.from([1, 0]), background, 3)).toBe(0);
  });
});

describe("the built-in encoder's calibration", () => {
  const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  const memories = [
    "Mira moved to Lisbon last spring.",
    "The Windows build breaks because a path exceeds 260 characters.",
    "We named the puppy Pickles.",
    "The agreement with the supplier ends on 31 March.",
  ];

  async function similarities(question: string): Promise<number[]> {
    const encoder = sharedEncoder();
    const [query, texts] = [await encoder.embedQuery(question), await encoder.embedPassages(memories)];
    const map = encoder.model.forQuery?.(query) ?? encoder.model;
    return texts.map((text) => map.similarity(dot(query, text)));
  }

  test("puts paraphrases high and answers above the floor of 0.3", async () => {
    expect((await similarities("In spring, Mira settled in Lisbon."))[0]).toBeGreaterThan(0.7);
    expect((await similarities("Why does the build fail on Windows?"))[1]).toBeGreaterThan(0.3);
    expect((await similarities("Which name did they give the puppy?"))[2]).toBeGreaterThan(0.3);
  });

  test.each([
    "How many moons does Jupiter have?",
    "Which enzyme breaks down lactose?",
    "Who won the football world cup in 1998?",
    "Explain the difference between TCP and UDP.",
    "What does the user like for breakfast?",
  ])("finds nothing by meaning for %o", async (question) => {
    for (const similarity of await similarities(question)) expect(similarity).toBeLessThan(0.3);
  });

  test("has the vectors of the background sentences that it names", async () => {
    const bytes = readFileSync(E5_SMALL_V2.calibration.background.vectors.url);
    const vectors = await sharedEncoder().embedPassages(BACKGROUND_SENTENCES);
    expect(bytes.byteLength).toBe(vectors.length * 384 * 4);
    vectors.forEach((vector, i) => {
      let cosine = 0;
      vector.forEach((value, k) => {
        cosine += value * bytes.readFloatLE((i * 384 + k) * 4);
      });
      // Other processors round int8 products otherwise; another sentence would be far below.
      expect(cosine).toBeGreaterThan(0.99);
    });
  });
});
