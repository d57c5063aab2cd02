// Knowledge without a browser: where a node may be moved, and options that come back from a form as they went in.

import { expect, test } from "vitest";
import { flat, foldersOf, mayMove, pagesBelow, pathOf } from "../../src/pages/knowledge/tree-model.js";
import { bodyOf, draftOf, flawsOf } from "../../src/pages/knowledge/trigger.js";

const page = { id: "kp-1", kind: "page" as const, name: "Ann", parent_id: "kf-2" };
const inner = { id: "kf-2", kind: "folder" as const, name: "Team", parent_id: "kf-1", children: [page] };
const outer = { id: "kf-1", kind: "folder" as const, name: "People", parent_id: null, children: [inner] };
const roots = [outer, { id: "kf-3", kind: "folder" as const, name: "Other", parent_id: null, children: [] }];

test("a node goes into any folder but its own, itself, and what lies below it", () => {
  expect(flat(roots).map(({ node, depth }) => [node.name, depth])).toEqual([
    ["People", 0],
    ["Team", 1],
    ["Ann", 2],
    ["Other", 0],
  ]);
  const targets = [null, ...foldersOf(roots).map(({ node }) => node.id)];
  expect(targets.filter((target) => mayMove(page, target))).toEqual([null, "kf-1", "kf-3"]);
  expect(targets.filter((target) => mayMove(inner, target))).toEqual([null, "kf-3"]);
  expect(targets.filter((target) => mayMove(outer, target))).toEqual(["kf-3"]);
  expect(pathOf(roots, "kp-1")).toEqual(["People", "Team"]);
  expect(pagesBelow(outer)).toBe(1);
});

test("options come back as they were, and what was emptied is unset", () => {
  const trigger = {
    mode: "delta" as const,
    refresh_cron: "0 6 * * 1",
    min_refresh_interval_seconds: 0,
    fact_types: ["world" as const],
    tag_groups: [{ tags: ["a"], match: "any" as const }],
    include_chunks: false,
    response_schema: { type: "object" },
    keep_trace: true,
  };
  const draft = draftOf(trigger);
  expect(flawsOf(draft)).toEqual({});
  expect(bodyOf(draft)).toMatchObject(trigger);
  expect(bodyOf({ ...draft, when: "consolidation", minInterval: " ", tagGroups: "", schema: "" })).toMatchObject({
    refresh_cron: null,
    refresh_after_consolidation: true,
    min_refresh_interval_seconds: null,
    tag_groups: null,
    response_schema: null,
  });
  expect(Object.keys(flawsOf({ ...draft, cron: "daily", recallTokens: "0", tagGroups: "{}", schema: "{" })).sort()).toEqual([
    "cron",
    "recallTokens",
    "schema",
    "tagGroups",
  ]);
});
