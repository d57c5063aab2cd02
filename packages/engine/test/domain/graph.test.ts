// Graphs and time series as pure functions: which edges there are and which are left out, where buckets begin.

import { describe, expect, test } from "vitest";
import { type GraphPlace, type GraphTies, MOST_EDGES, memoryEdges, namesOf } from "../../src/domain/graph.js";
import { TIME_PERIODS, timeWindow } from "../../src/domain/time-series.js";

const place = (memoryNo: number, runNo: number | null = null, position: number | null = null): GraphPlace => ({
  memoryNo,
  id: `m${memoryNo}`,
  runNo,
  position,
});
const NOTHING: GraphTies = { evidence: [], mentions: [], links: [] };
const mention = (memoryNo: number, name: string) => ({ memoryNo, entityId: `id of ${name}`, name });
const shown = (places: readonly GraphPlace[], ties: Partial<GraphTies>): readonly string[] =>
  memoryEdges(places, { ...NOTHING, ...ties }).map(({ source, target, kind, entityNames }) =>
    [source, kind, target, ...entityNames].join(" "),
  );

describe("edges of a graph of memories", () => {
  test("a likeness is tied once, from whichever end it is stored; a cause keeps its direction", () => {
    const links = [
      { fromNo: 2, toNo: 1, kind: "caused_by" as const, weight: 0.9 },
      { fromNo: 2, toNo: 1, kind: "semantic" as const, weight: 0.8 },
      { fromNo: 1, toNo: 2, kind: "semantic" as const, weight: 0.8 },
    ];
    expect(shown([place(1), place(2)], { links })).toEqual(["m2 caused_by m1", "m1 semantic m2"]);
    expect(shown([place(1)], { links })).toEqual([]); // the other end is not shown
  });

  test("neighbours in what was said are tied in their order, whatever the order of the list", () => {
    expect(shown([place(3, 1, 2), place(9, 2, 0), place(1, 1, 0), place(2, 1, 1), place(4)], {})).toEqual([
      "m1 temporal m2",
      "m2 temporal m3",
    ]);
  });

  test("who share entities are tied once, by all the names; an entity of one memory ties nothing", () => {
    const mentions = [mention(1, "Ann"), mention(2, "Ann"), mention(1, "Delft"), mention(2, "Delft"), mention(2, "Ben")];
    expect(shown([place(1), place(2)], { mentions })).toEqual(["m1 entity m2 Ann Delft"]);
  });

  test("an entity ties a memory to ten that follow it, not to all", () => {
    const places = Array.from({ length: 30 }, (_, n) => place(n + 1));
    const ties = shown(places, { mentions: places.map(({ memoryNo }) => mention(memoryNo, "Ann")) });
    expect(ties.filter((tie) => tie.startsWith("m1 "))).toHaveLength(10);
    expect(ties).toHaveLength(20 * 10 + 45); // twenty have ten followers, the others 9, 8, … 0
  });

  test("an observation has the links and the names of the facts that it stands on, and is not tied to itself", () => {
    const ties: GraphTies = {
      evidence: [
        { observationNo: 7, memoryNo: 1 },
        { observationNo: 7, memoryNo: 2 },
        { observationNo: 8, memoryNo: 5 }, // not shown
      ],
      links: [
        { fromNo: 1, toNo: 3, kind: "semantic", weight: 0.7 },
        { fromNo: 1, toNo: 2, kind: "semantic", weight: 0.6 },
      ],
      mentions: [mention(1, "Ann"), mention(3, "Ben"), mention(2, "Cas")],
    };
    const places = [place(7), place(3)];
    expect(shown(places, ties)).toEqual(["m3 semantic m7"]);
    expect(Object.fromEntries(namesOf(places, ties))).toEqual({ 7: ["Ann", "Cas"], 3: ["Ben"] });
    expect([...shown([place(7), place(1), place(2)], ties)].sort()).toEqual([
      "m1 entity m7 Ann",
      "m1 semantic m2",
      "m1 semantic m7",
      "m2 entity m7 Cas",
      "m2 semantic m7",
    ]);
  });

  test("there are no more edges than a picture holds, the rarest entities first", () => {
    const places = Array.from({ length: 2_000 }, (_, n) => place(n + 1));
    const mentions = [...places.map(({ memoryNo }) => mention(memoryNo, "Common")), mention(1, "Rare"), mention(2_000, "Rare")];
    const ties = shown(places, { mentions });
    expect(ties).toHaveLength(MOST_EDGES);
    expect(ties[0]).toBe("m1 entity m2000 Rare");
  });
});

describe("buckets", () => {
  const now = new Date("2026-03-29T00:30:00.500Z"); // the night in which Europe changes its clocks
  test.each([
    ["1h", "minute", 60, "2026-03-28T23:31:00.000Z", "2026-03-29T00:31:00.000Z"],
    ["12h", "hour", 12, "2026-03-28T13:00:00.000Z", "2026-03-29T01:00:00.000Z"],
    ["1d", "hour", 24, "2026-03-28T01:00:00.000Z", "2026-03-29T01:00:00.000Z"],
    ["7d", "day", 7, "2026-03-23T00:00:00.000Z", "2026-03-30T00:00:00.000Z"],
    ["30d", "day", 30, "2026-02-28T00:00:00.000Z", "2026-03-30T00:00:00.000Z"],
    ["90d", "day", 90, "2025-12-30T00:00:00.000Z", "2026-03-30T00:00:00.000Z"],
  ] as const)("%s is by %s, without gaps, the present one included", (period, unit, count, start, end) => {
    const window = timeWindow(period, now);
    expect([window.unit, window.times.length, window.start.toISOString(), window.end.toISOString()]).toEqual([unit, count, start, end]);
    const steps = new Set([...window.times, window.end].slice(1).map((time, n) => time.getTime() - (window.times[n] as Date).getTime()));
    expect(steps.size).toBe(1);
    expect(TIME_PERIODS).toContain(period);
  });
});
