// What a graph works out: neighbours, colours, ways of the arrow keys, and the picture of it.

import { expect, test } from "vitest";
import { coloured, mixed, type Palette } from "../../src/graph/colours.js";
import { radii, strokesOf } from "../../src/graph/look.js";
import { around, type GraphData, linkCounts, linkKind, neighboursOf } from "../../src/graph/model.js";
import { svgOf } from "../../src/graph/picture.js";
import { graphSearch } from "../../src/graph/search.js";
import { towards } from "../../src/graph/towards.js";

const palette: Palette = {
  series: ["#100000", "#200000", "#300000", "#400000", "#500000", "#600000"],
  surface: "#ffffff",
  ink: "#000000",
  rest: "#888888",
};

/** a – b – c in a line and d alone; a and b are linked twice. */
const data: GraphData = {
  nodes: ["a", "b", "c", "d"].map((id, place) => ({
    id,
    label: id === "d" ? "</text><script>x</script>" : id,
    kind: place < 3 ? "world" : "observation",
    at: place === 3 ? null : `2026-0${place + 1}-01T00:00:00Z`,
    weight: 1,
    entities: place === 0 ? ["Ann"] : place === 1 ? ["Ann", "Bob"] : [],
  })),
  links: [
    { source: "a", target: "b", kind: "semantic", weight: 0.2, about: "" },
    { source: "a", target: "b", kind: "entity", weight: 0.9, about: "Ann" },
    { source: "b", target: "c", kind: "causal", weight: 0.5, about: "" },
  ],
};
const none: ReadonlySet<string> = new Set();

test("neighbours are the strongest first, once for each kind, and only by links that are shown", () => {
  const all = neighboursOf(data, none);
  expect(all.get("b")?.map(({ id, kind }) => `${id} ${kind}`)).toEqual(["a entity", "c causal", "a semantic"]);
  expect([...around("a", 1, all)]).toEqual(["a", "b"]);
  expect([...around("a", 2, all)]).toEqual(["a", "b", "c"]);
  expect(neighboursOf(data, new Set(["entity", "semantic"])).get("a")).toBeUndefined();
  expect(linkCounts(data)).toEqual([
    ["semantic", 1],
    ["entity", 1],
    ["causal", 1],
  ]);
  expect(["causes", "prevents", "temporal", "new"].map(linkKind)).toEqual(["causal", "causal", "temporal", "semantic"]);
});

test("colours tell recency in shades, kinds and entities by name, and the rest apart", () => {
  const recency = coloured(data.nodes, "recency", palette);
  expect(recency.of.get("d")).toBe(palette.rest);
  expect(recency.of.get("c")).toBe(palette.series[0]);
  expect(recency.legend).toHaveLength(4);
  const entity = coloured(data.nodes, "entity", palette);
  expect(entity.legend).toEqual([
    { name: "Ann", colour: "#100000" },
    { name: "Bob", colour: "#200000" },
    { colour: "#888888", isRest: true },
  ]);
  expect(entity.of.get("b")).toBe("#100000");
  expect(coloured([], "mentions", palette).legend).toEqual([]);
  expect(mixed("#000000", "#ffffff", 0.5)).toBe("#808080");
});

const look = { colours: new Map<string, string>(), palette, hiddenKinds: none, shown: new Set(["a", "b", "d"]), bright: null, chosen: "a" };
const positions = Float32Array.from([0, 0, 10, 0, 20, 0, 0, 10]);

test("an arrow leads to the neighbour on its side, and nowhere where there is none", () => {
  const at = (id: string) => ({ a: { x: 0, y: 0 }, b: { x: 10, y: 1 }, c: { x: 20, y: 0 } })[id];
  const neighbours = neighboursOf(data, none);
  expect(towards("ArrowRight", "a", { data, at }, neighbours)).toBe("b");
  expect(towards("ArrowLeft", "a", { data, at }, neighbours)).toBeUndefined();
  expect(towards("ArrowLeft", "c", { data, at }, neighbours)).toBe("b");
  expect(towards("ArrowLeft", undefined, { data, at }, neighbours)).toBe("a");
});

test("a saved picture has what is shown, and hostile text in it is text", () => {
  const svg = svgOf({ data, positions, shown: { radii: radii(data), strokes: strokesOf(data, look) } });
  expect(svg.match(/<circle/g)).toHaveLength(3);
  expect(svg.match(/<line/g)).toHaveLength(2);
  expect(svg).not.toContain("<script");
  expect(svg).toContain("&#60;script");
});

test("nonsense in the address is the preset", () => {
  expect(graphSearch({ colour: "red", near: "99", hide: "temporal", node: 5 })).toEqual({
    colour: undefined,
    hide: ["temporal"],
    node: "5",
    near: undefined,
    find: undefined,
  });
});
