import { describe, expect, test } from "vitest";
import { loadSettings } from "../../../src/config/index.js";
import { distilSettingsOf, readLabelGroups } from "../../../src/retain/distil/index.js";
import { fact, readingsOf } from "./chunks.js";

const VALUES = [{ value: "Glad" }, { value: "Sad" }];

describe("the vocabulary", () => {
  test("is a list, or an object of attributes, in the new spelling or the older one", () => {
    const list = [
      { key: "mood", values: VALUES },
      { key: "moods", multi_value: true, values: VALUES },
      { key: "note", free_values: true },
      { key: "notes", free_values: true, multi_value: true },
      {
        key: "place",
        type: "map" as const,
        fields: { city: { type: "text" as const }, size: { type: "value" as const, values: [{ value: "big" }] } },
      },
    ];
    const groups = readLabelGroups(list);
    expect(groups.map(({ key, type }) => [key, type])).toEqual([
      ["mood", "value"],
      ["moods", "multi-values"],
      ["note", "text"],
      ["notes", "multi-text"],
      ["place", "map"],
    ]);
    expect(groups[0]).toMatchObject({
      optional: true,
      tag: false,
      description: "",
      values: [{ value: "Glad", description: "" }, { value: "Sad" }],
    });
    expect(readLabelGroups({ attributes: list })).toEqual(groups);
    expect(readLabelGroups(null)).toEqual([]);
  });

  test("has no groups that can hold nothing, and no key twice", () => {
    const groups = readLabelGroups([
      { key: "empty" },
      { key: "map", type: "map" },
      { key: " " },
      { key: "mood", values: VALUES },
      { key: "Mood", type: "text" },
    ]);
    expect(groups.map(({ key, type }) => [key, type])).toEqual([["mood", "value"]]);
  });
});

describe("labels of a fact", () => {
  const labels = readLabelGroups([
    { key: "mood", values: VALUES, tag: true },
    { key: "moods", type: "multi-values", values: VALUES },
    { key: "topic", type: "text" },
    { key: "topics", type: "multi-text", tag: true },
    {
      key: "place",
      type: "map",
      fields: {
        city: { type: "text" },
        size: { type: "value", values: [{ value: "big" }] },
        parts: { type: "map", fields: { name: { type: "multi-text" } } },
      },
    },
    { key: "constructor", type: "text" },
  ]);
  const read = async (given: unknown, more: object = {}, entities: unknown = []) => {
    const [reading] = await readingsOf([fact("A thing.", { labels: given, entities })], { labels, ...more });
    return { names: reading?.mentions.map(({ name, kind }) => `${kind} ${name}`), tags: reading?.tags };
  };

  test("are key:value in the vocabulary's spelling; other values and none are dropped", async () => {
    expect((await read({ mood: "gLAD", moods: ["sad", "Angry", "GLAD", "sad"] })).names).toEqual([
      "label mood:Glad",
      "label moods:Sad",
      "label moods:Glad",
    ]);
    for (const nothing of ["none", "NULL", "n/a", " ", null, [], {}, "angry", 7]) expect((await read({ mood: nothing })).names).toEqual([]);
    for (const nothing of [null, "mood:Glad", 7, ["Glad"], {}]) expect((await read(nothing)).names).toEqual([]);
  });

  test("may be free texts, one or several", async () => {
    expect((await read({ topic: " old\n ships ", topics: ["tea", "none", "Tea", "x".repeat(300)] })).names).toEqual([
      "label topic:old ships",
      "label topics:tea",
    ]);
    expect((await read({ topic: ["first", "second"], topics: "single" })).names).toEqual(["label topic:first", "label topics:single"]);
  });

  test("of a map carry their path", async () => {
    const place = [{ city: "Delft", size: "BIG", parts: [{ name: ["old", "new"] }] }, { city: "none" }, "junk"];
    const names = ["label place:city:Delft", "label place:size:big", "label place:parts:name:old", "label place:parts:name:new"];
    expect((await read({ place })).names).toEqual(names);
    expect((await read({ PLACE: place[0] })).names).toEqual(names);
  });

  test("become tags where their group says so", async () => {
    const { names, tags } = await read({ mood: "sad", topic: "tea", topics: ["rain", "wind"] });
    expect(tags).toEqual(["mood:Sad", "topics:rain", "topics:wind"]);
    expect(names).toContain("label topic:tea");
  });

  test("stand behind names; in labels-only mode alone; without labels no names are left then", async () => {
    const given = { mood: "sad" };
    expect((await read(given, {}, ["Ann", "MOOD:sad"])).names).toEqual(["concept Ann", "label mood:Sad"]);
    expect((await read(given, { allowsFreeForm: false }, ["Ann"])).names).toEqual(["label mood:Sad"]);
    expect((await read(given, { allowsFreeForm: false, labels: [] }, ["Ann"])).names).toEqual([]);
  });

  test("are bounded in length and in number", async () => {
    const long = readLabelGroups([{ key: "k".repeat(1100), type: "text" }]);
    expect((await read({ ["k".repeat(1100)]: "x" }, { labels: long })).names).toEqual([]);
    expect((await read({ topics: Array.from({ length: 500 }, (_, index) => `t${index}`) })).names).toHaveLength(50);
  });

  test("are not read out of what every object has", async () => {
    expect((await read({})).names).toEqual([]);
    expect((await read({ constructor: "real" })).names).toEqual(["label constructor:real"]);
  });
});

describe("settings of a bank", () => {
  const bank = loadSettings({}).bank;
  const SERVER = { llmOutputLanguage: "" };
  const of = (more: Partial<typeof bank>, name: string | null = null, server = SERVER) =>
    distilSettingsOf({ ...bank, ...more }, server, { bankId: "b1", name });

  test("by default: concise, everything open, the text's language, nobody's name", () => {
    expect(of({})).toEqual({
      mode: "concise",
      mission: null,
      customInstructions: null,
      labels: [],
      allowsFreeForm: true,
      extractsCausalLinks: true,
      outputLanguage: null,
      narrator: null,
      chunkSize: 3000,
    });
  });

  test("custom without instructions is concise, and instructions are for custom only", () => {
    expect(of({ retain_extraction_mode: "custom", retain_custom_instructions: " " })?.mode).toBe("concise");
    expect(of({ retain_extraction_mode: "custom", retain_custom_instructions: "Recipes." })).toMatchObject({
      mode: "custom",
      customInstructions: "Recipes.",
    });
    expect(of({ retain_custom_instructions: "Recipes." })?.customInstructions).toBeNull();
  });

  test("modes that ask no model have none", () => {
    expect(of({ retain_extraction_mode: "chunks" })).toBeNull();
    expect(of({ retain_extraction_mode: "local" })).toBeNull();
  });

  test("a bank's name is a narrator only where it is not its id", () => {
    expect(of({}, "b1")?.narrator).toBeNull();
    expect(of({}, "Iris")?.narrator).toBe("Iris");
  });

  test("the rest is as it is set", () => {
    const set = of(
      {
        retain_mission: "Boats.",
        entity_labels: [{ key: "topic", type: "text" }],
        entities_allow_free_form: false,
        retain_extract_causal_links: false,
      },
      null,
      { llmOutputLanguage: "German" },
    );
    expect(set).toMatchObject({ mission: "Boats.", allowsFreeForm: false, extractsCausalLinks: false, outputLanguage: "German" });
    expect(set?.labels).toHaveLength(1);
  });
});
