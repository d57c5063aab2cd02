// The pure parts of consolidation: scopes, groups, strategies, whose fault a failure is, locks and siblings.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { failureClass, isOfTheFacts, isWorthAnotherTry } from "../../src/consolidate/failures.js";
import { type Candidate, groupFacts } from "../../src/consolidate/groups.js";
import { createScopeLocks } from "../../src/consolidate/locks.js";
import { previewOf } from "../../src/consolidate/preview.js";
import { globExpression, readStrategies, rulesOf, takes } from "../../src/consolidate/rules.js";
import { MAX_PASSES, passesOf, readScopes } from "../../src/consolidate/scopes.js";
import { sideBySide } from "../../src/consolidate/side-by-side.js";
import { joinTagSets } from "../../src/consolidate/tally.js";
import { HindsightError } from "../../src/errors.js";

const settings = loadSettings({}).bank;
const never = new AbortController().signal;

const fact = (memoryNo: number, tags: readonly string[], observationScopes: unknown = null): Candidate => ({
  memoryNo,
  id: `id-${memoryNo}`,
  kind: "world",
  text: `fact ${memoryNo}`,
  context: null,
  tags,
  language: "en",
  occurredStart: null,
  occurredEnd: null,
  mentionedAt: null,
  documentId: null,
  observationScopes,
  version: "1",
});

describe("scopes of a fact", () => {
  test.each([
    [null, ["b", "a"], [["a", "b"]]],
    ["combined", ["b", "a", "b"], [["a", "b"]]],
    ["per_tag", ["b", "a"], [["a"], ["b"]]],
    ["per_tag", [], [[]]],
    ["all_combinations", ["b", "a"], [["a"], ["b"], ["a", "b"]]],
    ["all_combinations", [], [[]]],
    ["shared", ["a"], [[]]],
    [[["x"], [], ["y", "x"], ["x"]], ["a"], [["x"], [], ["x", "y"]]],
  ] as const)("%j of %j", (spec, tags, passes) => {
    expect(passesOf(spec as never, tags)).toEqual(passes);
  });

  test("stored as text, as JSON, or as nothing that there is", () => {
    expect(readScopes("per_tag")).toBe("per_tag");
    expect(readScopes('"shared"')).toBe("shared");
    expect(readScopes('[["a"],[]]')).toEqual([["a"], []]);
    for (const nothing of [null, undefined, "", "sometimes", "[[", [], [["a"], "b"], [[1]], 7]) expect(readScopes(nothing)).toBeNull();
  });

  test("combinations of many tags are bounded, and the whole is among them", () => {
    const six = ["a", "b", "c", "d", "e", "f"];
    expect(passesOf("all_combinations", six)).toHaveLength(MAX_PASSES);
    expect(passesOf("all_combinations", [...six, "g"]).at(-1)).toEqual([...six, "g"]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 30 }), (tags) => {
        const passes = passesOf("all_combinations", tags);
        expect(passes.length).toBeLessThanOrEqual(MAX_PASSES);
        expect(passes.length).toBe(tags.length === 0 ? 1 : Math.min(MAX_PASSES, 2 ** tags.length - 1));
        expect(new Set(passes.map((pass) => JSON.stringify(pass))).size).toBe(passes.length);
        expect(passes).toContainEqual([...tags].sort());
      }),
    );
  });
});

describe("groups", () => {
  test("facts of other tags, or of other scopes, never come together; each is cut into batches in order", () => {
    const facts = [
      fact(1, ["a", "b"]),
      fact(2, ["a"]),
      fact(3, ["b", "a"]),
      fact(4, ["a", "b"], "per_tag"),
      fact(5, ["a", "b"], '"combined"'),
      fact(6, [], "shared"),
    ];
    const groups = groupFacts(facts, null, 2).map(({ scopes, batches }) => [
      scopes,
      batches.map((batch) => batch.map((one) => one.memoryNo)),
    ]);
    expect(groups).toEqual([
      [[["a", "b"]], [[1, 3], [5]]],
      [[["a"]], [[2]]],
      [[["a"], ["b"]], [[4]]],
      [[[]], [[6]]],
    ]);
  });

  test("a shared scope does not bring tags together, and the bank's default holds where a fact says nothing", () => {
    const groups = groupFacts([fact(1, ["a"]), fact(2, ["b"]), fact(3, ["b"], "combined")], "shared", 8);
    expect(groups.map(({ scopes, batches }) => [scopes, batches.flat().map((one) => one.memoryNo)])).toEqual([
      [[[]], [1]],
      [[[]], [2]],
      [[["b"]], [3]],
    ]);
  });
});

describe("rules of a scope", () => {
  const rules = (more: Partial<typeof settings>, scope: readonly string[]) => rulesOf({ ...settings, ...more }, scope);

  test("the bank's settings, and no limit in the scope of the whole bank", () => {
    expect(rules({ max_observations_per_scope: 3, observations_mission: "food" }, ["a"])).toEqual({
      mission: "food",
      limit: 3,
      sourceFactsMaxTokens: 4096,
      sourceFactsMaxTokensPerObservation: 256,
    });
    expect(rules({ max_observations_per_scope: 0 }, []).limit).toBe(-1);
  });

  test("a mission without a word is none: the built-in one holds", () => {
    expect(rules({ observations_mission: " \n" }, []).mission).toBeNull();
  });

  test("the older limits cover a scope exactly: the first that does, cases count, what is malformed says nothing", () => {
    const observation_scope_limits = [
      { scope: [], limit: 9 },
      { scope: ["user:*"], limit: "many" },
      { scope: ["user:*"], limit: 2 },
      { scope: ["user:*", "t?"], limit: 0 },
      { scope: ["[!u]*"], limit: 7 },
    ];
    const limit = (...scope: string[]) => rules({ observation_scope_limits, max_observations_per_scope: 5 }, scope).limit;
    expect(limit("user:1")).toBe(2);
    expect(limit("user:1", "user:2")).toBe(2);
    expect(limit("user:1", "t1")).toBe(0);
    expect(limit("User:1")).toBe(7);
    expect(limit("user:1", "other", "t1")).toBe(5);
  });

  test("the first strategy with a setting that takes a scope", () => {
    const consolidation_strategies = [
      { scopes: [{ tags: ["*"] }] },
      { scopes: [{ tags: ["user:*"], tags_match: "any" }], observations_mission: "users", max_observations_per_scope: 4 },
      { scopes: [{ tags: ["*"] }], consolidation_source_facts_max_tokens: -1 },
    ];
    expect(rules({ consolidation_strategies }, ["user:1", "x"])).toMatchObject({ mission: "users", limit: 4, sourceFactsMaxTokens: 4096 });
    expect(rules({ consolidation_strategies }, ["x"])).toMatchObject({ mission: null, limit: -1, sourceFactsMaxTokens: -1 });
    expect(rules({ consolidation_strategies }, [])).toMatchObject({ mission: null, sourceFactsMaxTokens: 4096 });
  });

  test("how patterns match", () => {
    expect(takes({ tags: ["a*", "b"], match: "all" }, ["ax", "b", "c"])).toBe(true);
    expect(takes({ tags: ["a*", "b"], match: "exact" }, ["ax", "b", "c"])).toBe(false);
    expect(takes({ tags: ["a*"], match: "any" }, [])).toBe(false);
  });

  test("a glob matches itself unless it has wildcards, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        if (!/[*?[]/.test(text)) expect(globExpression(text).test(text)).toBe(true);
        expect(globExpression("*").test(text)).toBe(true);
        expect(() => globExpression(text)).not.toThrow();
      }),
    );
    expect(globExpression("[z-a]").test("[z-a]")).toBe(true);
    expect(globExpression("a.c").test("abc")).toBe(false);
    expect(globExpression("[a-c]1").test("b1")).toBe(true);
  });
});

test("a preview says which strategy has which scope, and what an earlier one took from a rule", () => {
  const strategies = readStrategies([
    { scopes: [{ tags: ["user:*"] }], max_observations_per_scope: 5 },
    { scopes: [{ tags: ["*"] }, { tags: [] }], observations_mission: "all" },
    { scopes: [{ tags: ["*"] }] },
  ]);
  const scopes = [
    { tags: ["user:1"], count: 3 },
    { tags: ["team"], count: 2 },
    { tags: [], count: 1 },
  ];
  expect(previewOf(strategies, scopes, 1, true)).toEqual({
    strategies: [
      {
        active: true,
        claimedCount: 1,
        rules: [{ matchCount: 1, takenCount: 0, observationCount: 3, samples: [{ tags: ["user:1"], count: 3, handledBy: 0 }] }],
      },
      {
        active: true,
        claimedCount: 1,
        rules: [
          { matchCount: 2, takenCount: 1, observationCount: 5, samples: [{ tags: ["user:1"], count: 3, handledBy: 0 }] },
          { matchCount: 0, takenCount: 0, observationCount: 0, samples: [] },
        ],
      },
      {
        active: false,
        claimedCount: 0,
        rules: [{ matchCount: 2, takenCount: 2, observationCount: 5, samples: [{ tags: ["user:1"], count: 3, handledBy: 0 }] }],
      },
    ],
    defaults: { matchCount: 1, observationCount: 1, samples: [{ tags: [], count: 1, handledBy: null }] },
    scopesScanned: 3,
    complete: true,
  });
});

test("a limit, an outage and a stop are no fact's fault; an answer that cannot be read may be", () => {
  const error = (code: ConstructorParameters<typeof HindsightError>[0], details?: unknown) => new HindsightError(code, code, { details });
  for (const code of ["spend_limit_reached", "llm_unavailable", "model_unavailable", "bank_not_found", "deadline_exceeded"] as const) {
    expect([code, isOfTheFacts(error(code))]).toEqual([code, false]);
  }
  for (const code of ["llm_output_invalid", "llm_output_too_long", "llm_refused", "llm_rejected"] as const) {
    expect([code, isOfTheFacts(error(code))]).toEqual([code, true]);
  }
  expect(isOfTheFacts(error("llm_rejected", { ofEveryCall: true }))).toBe(false);
  expect(isOfTheFacts(new DOMException("stopped", "AbortError"))).toBe(false);
  expect(isOfTheFacts(new TypeError("of one text"))).toBe(true);
  expect(isWorthAnotherTry(error("llm_output_too_long"))).toBe(false);
  expect(isWorthAnotherTry(error("llm_output_invalid"))).toBe(true);
  expect(failureClass(error("llm_unavailable"))).toEqual(["service", "llm_unavailable"]);
});

test("who shares a scope goes one after another, who does not goes beside", async () => {
  const locks = createScopeLocks();
  const log: string[] = [];
  const gates = new Map<string, () => void>();
  const run = (name: string, ...scopes: string[][]) =>
    locks.holding(scopes, async () => {
      log.push(`${name} begins`);
      await new Promise<void>((resolve) => gates.set(name, resolve));
      log.push(`${name} ends`);
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const all = [run("one", ["a"], ["b"]), run("two", ["b"], ["a"]), run("three", ["c"])];
  await settled();
  expect(log).toEqual(["three begins", "one begins"]);
  gates.get("one")?.();
  await settled();
  expect(log).toEqual(["three begins", "one begins", "one ends", "two begins"]);
  gates.get("two")?.();
  gates.get("three")?.();
  await Promise.all(all);
});

test("the first failure stops its siblings, waits for them, and is thrown as it is", async () => {
  const failure = new Error("the original");
  const log: string[] = [];
  const work = async (item: string, signal: AbortSignal): Promise<void> => {
    log.push(`${item} begins`);
    if (item === "bad") throw failure;
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    log.push(`${item} was stopped`);
    signal.throwIfAborted();
  };
  await expect(sideBySide(["slow", "bad", "never"], 2, never, work)).rejects.toBe(failure);
  expect(log).toEqual(["slow begins", "bad begins", "slow was stopped"]);
});

test("sets of tags are joined, each once", () => {
  expect(joinTagSets([["b", "a"], []], undefined, "x", [["a", "b"], ["c"]])).toEqual([["a", "b"], [], ["c"]]);
});
