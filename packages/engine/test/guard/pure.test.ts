// Prices, limits and the cutting of texts, without a database.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { type Limit, limitsFor, verdictOn } from "../../src/guard/spend/limits.js";
import { batchPrice, costOf, priceOf, priceTable } from "../../src/guard/spend/prices.js";
import { endOf, startOf } from "../../src/guard/spend/windows.js";
import { clip } from "../../src/telemetry/llm-clip.js";
import { tokenBucket } from "../../src/telemetry/llm-metrics.js";
import { tokens } from "./calling.js";

describe("prices", () => {
  const table = priceTable("");

  test.each([
    ["openai", "gpt-4o-mini", 0.15],
    ["openai", "gpt-4o-mini-2024-07-18", 0.15],
    ["anthropic", "claude-haiku-4-5-20251001", 1],
    ["ollama", "gemma3:12b", 0],
    ["groq", "openai/gpt-oss-120b", 0.15],
  ])("%s %s", (provider, model, input) => expect(priceOf(table, provider, model)?.input).toBe(input));

  test.each([
    ["openrouter", "gpt-4o-mini"], // a gateway has its own prices
    ["openai", "gpt-4o"],
    ["openai", "constructor"],
  ])("%s %s has none", (provider, model) => expect(priceOf(table, provider, model)).toBeNull());

  test("overrides correct and add, by provider and model, by model, and by provider", () => {
    const more = priceTable(
      '{"openai/gpt-4o-mini":{"input":9,"output":9},"my-model":{"input":1,"output":2},"openrouter/*":{"input":3,"output":4}}',
    );
    expect(priceOf(more, "openai", "gpt-4o-mini")?.input).toBe(9);
    expect(priceOf(more, "azure", "my-model")?.output).toBe(2);
    expect(priceOf(more, "openrouter", "any")?.input).toBe(3);
    expect(priceOf(more, "anthropic", "claude-haiku-4-5")?.input).toBe(1);
  });

  test.each(["nonsense", "[]", '{"a":{"input":1}}', '{"a":{"input":-1,"output":1}}', '{"a":{"input":1,"output":1,"typo":1}}'])(
    "%s is refused",
    (text) => expect(() => priceTable(text)).toThrow("HINDSIGHT_API_LLM_PRICES takes JSON"),
  );

  test("cached input has its own price, thoughts that of output, and a small call is not free", () => {
    const price = { input: 1, output: 10, cached: 0.1 };
    expect(costOf(price, tokens(1_000, 10, { cached: 500, thoughts: 5 }))).toBe(500 + 50 + 150);
    expect(costOf({ input: 1, output: 10 }, tokens(1_000, 0, { cached: 500 }))).toBe(1_000);
    expect(costOf({ input: 0.15, output: 0.6 }, tokens(20, 0))).toBe(3);
    expect(costOf({ input: 0.15, output: 0.6 }, tokens(1, 0))).toBe(1);
    expect(costOf({ input: 0, output: 0 }, tokens(1_000, 1_000))).toBe(0);
  });

  test("a call in a batch costs its provider's share, or what is said of its model", () => {
    const price = { input: 2, output: 10, cached: 1 };
    expect(batchPrice(price, "anthropic")).toEqual({ input: 1, output: 5, cached: 0.5 });
    expect(batchPrice(price, "openrouter")).toEqual(price); // control: not everybody gives it
    const said = priceOf(priceTable('{"openai/m": {"input": 2, "output": 10, "batch": 0.25}}'), "openai", "m");
    expect(said === null ? null : batchPrice(said, "openai")).toEqual({ input: 0.5, output: 2.5, cached: 0.5 });
    expect(() => priceTable('{"openai/m": {"input": 2, "output": 10, "batch": 2}}')).toThrow("HINDSIGHT_API_LLM_PRICES");
  });
});

describe("windows", () => {
  test("an hour and a day of UTC", () => {
    const at = new Date("2026-03-29T01:59:59.999Z");
    expect([startOf("hour", at), endOf("hour", at), startOf("day", at), endOf("day", at)].map((date) => date.toISOString())).toEqual([
      "2026-03-29T01:00:00.000Z",
      "2026-03-29T02:00:00.000Z",
      "2026-03-29T00:00:00.000Z",
      "2026-03-30T00:00:00.000Z",
    ]);
  });
});

describe("limits", () => {
  const most = (env: Readonly<Record<string, string>>, own: Parameters<typeof limitsFor>[1]): readonly string[] =>
    limitsFor(loadSettings(env), own).map(({ level, unit, window, most }) => `${level} ${unit} ${window} ${most}`);

  test("none unless set; a bank's own only lowers", () => {
    expect(most({}, null)).toEqual([]);
    expect(most({}, { tokens_per_day: 5, usd_per_hour: null })).toEqual(["bank tokens day 5"]);
    const server = { HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "10", HINDSIGHT_API_SPEND_TENANT_USD_PER_HOUR: "0.25" };
    expect(most(server, { tokens_per_day: 5 })).toEqual(["bank tokens day 5", "tenant usd hour 250000"]);
    expect(most(server, { tokens_per_day: 500 })).toEqual(["bank tokens day 10", "tenant usd hour 250000"]);
  });

  test("what calls spend exceeds a limit by less than one call, however many are made at once", () => {
    const limit: Limit = { level: "bank", unit: "tokens", window: "hour", most: 1_000 };
    const step = fc.oneof(fc.constant("ask" as const), fc.constant("answer" as const));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.array(step, { maxLength: 200 }), (each, steps) => {
        let [spent, underWay, refused] = [0, 0, 0];
        for (const action of steps) {
          if (action === "answer" && underWay > 0) {
            underWay -= 1;
            spent += each;
          } else if (action === "ask") {
            const verdict = verdictOn([{ limit, spent, reserved: underWay * each }], { tokens: each, microUsd: 0 });
            if (verdict.kind === "go") underWay += 1;
            else refused += 1;
          }
        }
        const all = spent + underWay * each;
        expect(all).toBeLessThan(limit.most + each);
        if (refused > 0) expect(all + each).toBeGreaterThan(limit.most); // control: nothing is refused while there is room
      }),
    );
  });

  test("a batch waits for a window with room for all of it, and for none where none can have that", () => {
    const verdict = (spent: number, estimate: number, isBatch: boolean) =>
      verdictOn(
        [{ limit: { level: "bank", unit: "tokens", window: "day", most: 100 }, spent, reserved: 0 }],
        { tokens: estimate, microUsd: 0 },
        isBatch,
      ).kind;
    expect(verdict(50, 60, true)).toBe("reached");
    expect(verdict(50, 60, false)).toBe("go"); // control: a single call may be the last
    expect(verdict(50, 50, true)).toBe("go");
    expect(verdict(0, 101, true)).toBe("beyond");
    expect(verdict(0, 101, false)).toBe("go");
  });
});

describe("cutting", () => {
  test("what fits stays as it is", () => {
    const value = [{ role: "user", content: "hello" }];
    expect(clip(value, 200)).toBe(value);
    expect(clip(undefined, 200)).toBeUndefined();
    expect(clip(null, 200)).toBeNull();
  });

  test("long texts are cut, short ones stay, and the value says how much went", () => {
    const cut = clip(
      [
        { role: "system", content: "short" },
        { role: "user", content: "x".repeat(10_000) },
      ],
      1_000,
    ) as readonly { content: string }[];
    expect(cut[0]).toEqual({ role: "system", content: "short" });
    expect(cut[1]?.content).toMatch(/^x{500,}… \(\d+ characters cut\)$/);
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(1_000);
  });

  test("any value becomes JSON of at most so many characters", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string({ maxLength: 3_000, unit: "binary" }), (value, text) => {
        const cut = clip({ value, text, list: Array(50).fill(text) }, 400);
        expect(JSON.stringify(cut).length).toBeLessThanOrEqual(400);
        expect(() => JSON.parse(JSON.stringify(cut))).not.toThrow();
      }),
    );
  });

  test("no half of a pair is left", () => {
    for (const length of [300, 301, 302, 303]) expect(JSON.stringify(clip("😀".repeat(500), length))).not.toContain("\\ud8");
  });
});

test("buckets of tokens", () => {
  expect([0, 99, 100, 4_999, 5_000, 49_999, 50_000].map(tokenBucket)).toEqual([
    "0-100",
    "0-100",
    "100-500",
    "1k-5k",
    "5k-10k",
    "10k-50k",
    "50k+",
  ]);
});
