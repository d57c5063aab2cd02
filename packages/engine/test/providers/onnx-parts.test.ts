import { readFileSync } from "node:fs";
import { E5_SMALL_V2 } from "@hindsight-memory/models-en";
import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vectorCache } from "../../src/providers/embedding/vector-cache.js";
import { atMost } from "../../src/providers/http/at-most.js";
import { retryAfterMs } from "../../src/providers/http/post-json.js";
import { batchQueue } from "../../src/providers/onnx/batches.js";
import { poolUnit } from "../../src/providers/onnx/pooling.js";
import type { Lane, ModelInput } from "../../src/providers/onnx/protocol.js";
import { tokenEncoder } from "../../src/providers/onnx/tokens.js";

describe("tokens", () => {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(E5_SMALL_V2.tokenizer.url, "utf8")), {});
  const encode = tokenEncoder(tokenizer, 16);
  const [CLS, SEP] = [101, 102];

  test("of a short text are what the tokenizer says", () => {
    expect(encode("query: Where is Delft?").ids).toEqual(tokenizer.encode("query: Where is Delft?").ids);
  });

  test("of any text fit, start with [CLS] and end with [SEP]", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const { ids, segments } = encode(text);
        expect(ids.length).toBeLessThanOrEqual(16);
        expect([ids[0], ids.at(-1)]).toEqual([CLS, SEP]);
        expect(segments).toEqual(ids.map(() => 0));
      }),
    );
  });

  test("of a short pair are what the tokenizer says, with both segments", () => {
    const whole = tokenizer.encode("red fox", { text_pair: "blue whale", return_token_type_ids: true });
    expect(encode(["red fox", "blue whale"])).toEqual({ ids: whole.ids, segments: whole.token_type_ids });
  });

  test("of any pair fit, and leave the second text half of the room when it needs it", () => {
    const words = (n: number) => "fox ".repeat(n);
    const sizes = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(sizes, sizes, (a, b) => {
        const { ids, segments } = encode([words(a), words(b)]);
        expect(ids.length).toBeLessThanOrEqual(16);
        expect(ids.at(-1)).toBe(SEP);
        expect(segments.filter((one) => one === 1).length - 1).toBe(Math.min(b, 13 - Math.min(a, 7)));
      }),
    );
  });
});

describe("batches", () => {
  const encode = (input: ModelInput) => {
    const ids = Array.from({ length: Number(input) }, () => 1);
    return { ids, segments: ids };
  };
  const limits = { maxBatchInputs: 4, maxBatchTokens: 20 };
  const lane = fc.constantFrom<Lane>("query", "few", "many");
  const runs = fc.array(fc.tuple(lane, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 30 })), { maxLength: 6 });

  test("hold every input once, within the limits, queries first", () => {
    fc.assert(
      fc.property(runs, (calls) => {
        const queue = batchQueue(encode, limits);
        calls.forEach(([into, sizes], run) => {
          queue.add(run, into, sizes.map(String));
        });
        const seen = new Set<string>();
        const lanes: Lane[] = [];
        for (let batch = queue.next(); batch !== null; batch = queue.next()) {
          if ("cause" in batch) throw batch.cause;
          expect(batch.length).toBeLessThanOrEqual(4);
          const longest = Math.max(...batch.map((entry) => entry.tokens.ids.length));
          if (batch.length > 1) expect(longest * batch.length).toBeLessThanOrEqual(20);
          for (const { run, index, tokens } of batch) {
            expect(tokens.ids).toHaveLength(calls[run]![1][index]!);
            expect(seen.has(`${run}/${index}`)).toBe(false);
            seen.add(`${run}/${index}`);
          }
          lanes.push(calls[batch[0]!.run]![0]);
        }
        expect(seen.size).toBe(calls.reduce((sum, [, sizes]) => sum + sizes.length, 0));
        expect(lanes.lastIndexOf("query")).toBe(lanes.filter((one) => one === "query").length - 1);
      }),
    );
  });

  test("of a few texts and of an import take turns", () => {
    const queue = batchQueue(encode, { maxBatchInputs: 1, maxBatchTokens: 20 });
    queue.add(1, "many", ["1", "1", "1", "1"]);
    queue.add(2, "few", ["1", "1"]);
    const order: number[] = [];
    for (let batch = queue.next(); batch !== null && !("cause" in batch); batch = queue.next()) order.push(batch[0]!.run);
    expect(order).toEqual([2, 1, 2, 1, 1, 1]);
  });

  test("hold nothing of a removed call, and name the call of an input that cannot be read", () => {
    const queue = batchQueue((input) => {
      if (input === "bad") throw new Error("unreadable");
      return encode(input);
    }, limits);
    queue.add(1, "many", ["3", "3", "3", "3", "3", "3"]);
    expect(queue.next()).toHaveLength(4);
    queue.remove(1);
    expect(queue.next()).toBeNull();
    queue.add(2, "few", ["1", "bad"]);
    queue.add(3, "few", ["2"]);
    expect(queue.next()).toMatchObject({ run: 2, cause: expect.any(Error) });
    queue.remove(2);
    expect(queue.next()).toMatchObject([{ run: 3, index: 0 }]);
  });
});

describe("pooling", () => {
  test("averages the attended positions, or takes the first, and scales to length 1", () => {
    // Two texts of two and one positions, width 2; the padding holds numbers that must not count.
    const hidden = Float32Array.from([2, 0, 4, 8, 0, 5, 99, 99]);
    expect(Array.from(poolUnit(hidden, [2, 1], 2, 2, "mean"))).toEqual([0.6, 0.8, 0, 1].map((x) => expect.closeTo(x, 6)));
    expect(Array.from(poolUnit(hidden, [2, 1], 2, 2, "cls"))).toEqual([1, 0, 0, 1]);
  });

  test("leaves what has no direction at zero", () => {
    expect(Array.from(poolUnit(Float32Array.from([0, 0, Number.NaN, 1]), [1, 1], 1, 2, "mean"))).toEqual([0, 0, 0, 0]);
  });
});

describe("the vector cache", () => {
  test("forgets the least recently used first, and keeps within its budget", () => {
    const vector = (x: number) => Float32Array.from({ length: 250 }, () => x);
    const cache = vectorCache(3_000);
    cache.put("passage", "a", vector(1));
    cache.put("passage", "b", vector(2));
    expect(cache.get("passage", "a")?.[0]).toBe(1);
    cache.put("passage", "c", vector(3));
    expect(cache.get("passage", "b")).toBeUndefined();
    expect(cache.get("passage", "a")?.[0]).toBe(1);
    expect(cache.get("passage", "c")?.[0]).toBe(3);
    expect(cache.get("query", "a")).toBeUndefined();
  });

  test("with no budget keeps nothing", () => {
    const cache = vectorCache(0);
    cache.put("query", "a", Float32Array.from([1]));
    expect(cache.get("query", "a")).toBeUndefined();
  });
});

describe("calls to servers", () => {
  test("run at most so many at once, in order, and a failure frees its place", async () => {
    const limited = atMost(2);
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const work = Array.from({ length: 6 }, (_, i) =>
      limited(async () => {
        most = Math.max(most, ++running);
        order.push(i);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        if (i === 0) throw new Error("first");
        return i;
      }).catch(() => -1),
    );
    expect(await Promise.all(work)).toEqual([-1, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("read Retry-After as seconds or as a date", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(retryAfterMs("3", now)).toBe(3_000);
    expect(retryAfterMs("Thu, 01 Jan 2026 00:00:05 GMT", now)).toBe(5_000);
    expect(retryAfterMs("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0);
    expect(retryAfterMs("soon", now)).toBeNull();
    expect(retryAfterMs(null, now)).toBeNull();
  });
});
