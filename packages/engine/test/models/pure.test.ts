import { describe, expect, test } from "vitest";
import { reachesUntagged, scopeOf } from "../../src/domain/model-scope.js";
import { type ChangedGroup, stalenessOf } from "../../src/domain/model-staleness.js";
import { DEFAULT_TRIGGER, mergeTrigger, readTrigger, storedTrigger, switchingRefresh } from "../../src/domain/trigger.js";
import { automaticRefreshFrom, backoffSeconds, checkTrigger } from "../../src/models/index.js";

describe("a trigger", () => {
  test("is stored as what was set, under the contract's names", () => {
    expect(storedTrigger({})).toEqual({});
    expect(storedTrigger({ mode: "full", refreshCron: " ", minRefreshIntervalSeconds: 0, factTypes: null })).toEqual({
      mode: "full",
      min_refresh_interval_seconds: 0,
    });
  });

  test("is read leniently: what is malformed or unknown is passed over, JSON text is decoded", () => {
    const bad = {
      mode: "sideways",
      fact_types: [],
      min_refresh_interval_seconds: -1,
      tag_groups: [{ tags: "x" }],
      keep_trace: "yes",
      novel: 1,
    };
    expect(readTrigger(bad)).toEqual(DEFAULT_TRIGGER);
    expect(readTrigger('{"mode":"delta","tags_match":"any"}')).toEqual({ ...DEFAULT_TRIGGER, mode: "delta", tagsMatch: "any" });
    for (const none of [null, 7, "no JSON", []]) expect(readTrigger(none)).toEqual(DEFAULT_TRIGGER);
  });

  test("changes only in what is sent; null unsets", () => {
    const stored = { mode: "delta", refresh_cron: "0 6 * * *", tag_groups: [{ tags: ["a"] }], novel: 1 };
    expect(mergeTrigger(stored, { refreshCron: null, budget: "low" })).toEqual({
      mode: "delta",
      tag_groups: [{ tags: ["a"] }],
      novel: 1,
      budget: "low",
    });
    expect(mergeTrigger(stored, {})).toEqual(stored);
    expect(switchingRefresh({ refreshCron: "0 6 * * *" })).toEqual({ refreshCron: "0 6 * * *", refreshAfterConsolidation: false });
    expect(switchingRefresh({ refreshAfterConsolidation: true })).toEqual({ refreshAfterConsolidation: true, refreshCron: null });
    expect(switchingRefresh({ mode: "full" })).toEqual({ mode: "full" });
  });

  test.each([
    [{ refreshCron: "0 6 * * *", refreshAfterConsolidation: true }, /exclude one another/],
    [{ refreshCron: "0 0 6 * * *" }, /refresh_cron is no schedule/],
    [{ refreshCron: "61 * * * *" }, /refresh_cron is no schedule/],
    [{ fullRefreshCron: "weekly, please" }, /full_refresh_cron is no schedule/],
    [{ minRefreshIntervalSeconds: -1 }, /from 0/],
    [{ factTypes: [] }, /at least one kind/],
    [{ responseSchema: { type: "array" } }, /response_schema is not usable/],
  ])("is refused: %j", (trigger, message) => {
    expect(() => checkTrigger(trigger)).toThrow(message);
  });

  test("is taken: a good schedule, none, and a blank one", () => {
    for (const refreshCron of ["*/5 * * * *", "0 6 * * 1", "30 4 1 1 *", "", null])
      expect(() => checkTrigger({ refreshCron })).not.toThrow();
  });
});

const model = (tags: readonly string[], trigger: Partial<typeof DEFAULT_TRIGGER> = {}) => ({
  tags,
  trigger: { ...DEFAULT_TRIGGER, ...trigger },
});

describe("a scope", () => {
  test("is the model's tags, all of them, or everything without any; tag groups stand in their place", () => {
    expect(scopeOf(model([]))).toEqual({ tags: null, tagsMatch: "any", tagGroups: null });
    expect(scopeOf(model(["a"]))).toEqual({ tags: ["a"], tagsMatch: "all_strict", tagGroups: null });
    expect(scopeOf(model(["a"], { tagsMatch: "any" }))).toEqual({ tags: ["a"], tagsMatch: "any", tagGroups: null });
    expect(scopeOf(model(["a"], { tagGroups: [{ tags: ["b"] }] }))).toEqual({ tags: null, tagsMatch: "any", tagGroups: [{ tags: ["b"] }] });
  });

  test("reaches untagged memories unless it is strict", () => {
    const reach = [model([]), model(["a"], { tagsMatch: "all" }), model(["a"], { tagGroups: [{ tags: ["b"] }] })].map(reachesUntagged);
    expect(reach).toEqual([true, true, true]);
    expect([model(["a"]), model(["a"], { tagsMatch: "any_strict" }), model(["a"], { tagsMatch: "exact" })].map(reachesUntagged)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("staleness", () => {
  const changed: readonly ChangedGroup[] = [
    { kind: "world", tags: ["a", "b"], changedAt: 20 },
    { kind: "observation", tags: [], changedAt: 10 },
  ];
  const judge = (tags: readonly string[], trigger: Partial<typeof DEFAULT_TRIGGER>, seenAt: number | null, goneSources = 0) =>
    stalenessOf({ ...model(tags, trigger), seenAt, goneSources }, changed).isStale;

  test("is a change in scope, of a kind that is looked at, after what was seen", () => {
    expect([judge([], {}, 19), judge([], {}, 20)]).toEqual([true, false]);
    expect([
      judge(["a"], {}, 15),
      judge(["c"], {}, 0),
      judge(["c"], { tagsMatch: "any" }, 5),
      judge(["c"], { tagsMatch: "any" }, 10),
    ]).toEqual([true, false, true, false]);
    expect([judge([], { factTypes: ["observation"] }, 9), judge([], { factTypes: ["observation"] }, 10)]).toEqual([true, false]);
    expect([
      judge(["x"], { tagGroups: [{ not: { tags: ["a"] } }] }, 9),
      judge(["x"], { tagGroups: [{ not: { tags: ["a"] } }] }, 10),
    ]).toEqual([true, false]);
    expect(judge([], { tagGroups: [{ tags: ["aa"], resolve: "fuzzy" }] }, 0)).toBe(false);
  });

  test("is having seen nothing of a scope that holds something, and standing on what is gone", () => {
    expect([judge([], {}, null), judge(["none"], {}, null), judge(["none"], {}, 99, 1)]).toEqual([true, false, true]);
    expect(stalenessOf({ ...model([]), seenAt: 99, goneSources: 2 }, [])).toEqual({
      isStale: true,
      code: "sources_gone",
      reason: "2 memories that it stands on are gone.",
    });
    expect(stalenessOf({ ...model([]), seenAt: 99, goneSources: 0 }, changed)).toEqual({ isStale: false, code: null, reason: null });
  });
});

describe("the pace of automatic refreshes", () => {
  const at = (seconds: number) => new Date(seconds * 1000);
  const paced = (fields: Partial<Parameters<typeof automaticRefreshFrom>[0]>) => ({
    lastRefreshedAt: null,
    lastRefreshFailedAt: null,
    failures: 0,
    trigger: { minRefreshIntervalSeconds: null },
    ...fields,
  });

  test("doubles with each failure, up to a day", () => {
    expect([0, 1, 2, 3, 11, 12, 99].map(backoffSeconds)).toEqual([0, 60, 120, 240, 61_440, 86_400, 86_400]);
  });

  test("keeps to the bank's interval, the model's own in its place, and the back-off", () => {
    expect(automaticRefreshFrom(paced({}), 600)).toBe(null);
    expect(automaticRefreshFrom(paced({ lastRefreshedAt: at(100) }), 0)).toBe(null);
    expect(automaticRefreshFrom(paced({ lastRefreshedAt: at(100) }), 600)).toEqual(at(700));
    expect(automaticRefreshFrom(paced({ lastRefreshedAt: at(100), trigger: { minRefreshIntervalSeconds: 0 } }), 600)).toBe(null);
    expect(automaticRefreshFrom(paced({ lastRefreshedAt: at(100), lastRefreshFailedAt: at(690), failures: 2 }), 600)).toEqual(at(810));
  });
});
