import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { promptText } from "../../src/domain/prompts.js";
import type { ReflectedToolCall } from "../../src/domain/reflect.js";
import { countTokens } from "../../src/domain/text/tokens.js";
import { unwrapped } from "../../src/reflect/answer.js";
import { withoutUnknownIds } from "../../src/reflect/citations.js";
import { dispositionBlocks } from "../../src/reflect/disposition.js";
import { entriesOf, packed } from "../../src/reflect/evidence-text.js";
import { readSchema } from "../../src/reflect/response-schema.js";
import { idsOf, integerOf, toolName } from "../../src/reflect/tools/arguments.js";

const A = "11111111-1111-4111-8111-111111111111";
const B = "22222222-2222-4222-8222-222222222222";

describe("arguments of models", () => {
  test.each([
    ["recall", "recall"],
    ["functions.recall", "recall"],
    ["call=recall", "recall"],
    ["call=functions.done<|channel|>commentary", "done"],
    [" expand ", "expand"],
  ])("the tool %j is %j", (written, name) => expect(toolName(written)).toBe(name));

  test("a number is a number, what means nothing is the preset, bounds hold, and the rest is a mistake", () => {
    const bounds = { preset: 2048, least: 1000, most: 9000 };
    const read = (value: unknown) => integerOf({ n: value }, "n", bounds);
    for (const nothing of [undefined, null, "", "none", "NULL", 0, "0"]) expect(read(nothing)).toBe(2048);
    expect([read(1500), read("1500"), read(5), read(1e9)]).toEqual([1500, 1500, 1000, 9000]);
    for (const mistake of ["many", 2.5, {}, true]) expect(() => read(mistake)).toThrow("whole number");
  });

  test("ids come as a list, alone, or in one text", () => {
    expect(idsOf([A, A, 7, " "])).toEqual([A]);
    expect(idsOf(`${A}, ${B}`)).toEqual([A, B]);
    expect(idsOf(`["${A}"]`)).toEqual([A]);
    expect(idsOf(undefined)).toEqual([]);
  });
});

describe("ids in an answer", () => {
  const clean = (text: string) => withoutUnknownIds(text, (id) => id === A);
  test.each([
    [`Yes [${A}].`, `Yes [${A}].`],
    [`Yes [${B}].`, "Yes."],
    [`Yes (memory: ${B}), no.`, "Yes, no."],
    [`Yes [${A}, ${B}].`, `Yes [${A}].`],
    [`Of ${A.toUpperCase()} and ${B} alone`, `Of ${A.toUpperCase()} and  alone`],
    ["No ids (here) [1].", "No ids (here) [1]."],
  ])("%j becomes %j", (text, wanted) => expect(clean(text)).toBe(wanted));

  test("no unknown id is left, whatever stands around it", () => {
    const around = fc.string({ unit: fc.constantFrom(..."[]() ,;:aI."), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(around, fc.constantFrom(A, B), around), { maxLength: 5 }), (parts) => {
        const text = parts.map((part) => part.join("")).join(" ");
        const cleaned = clean(text);
        expect(cleaned).not.toContain(B);
        expect(cleaned.split(A).length).toBe(text.split(A).length);
      }),
    );
  });
});

describe("an answer in a wrapping", () => {
  test.each([
    ['{"answer": "Yes."}', "Yes."],
    ['```json\n{"answer": "Yes."}\n```', "Yes."],
    ['{"other": 1}', '{"other": 1}'],
    ["{not json}", "{not json}"],
    ["Plain.", "Plain."],
  ])("%j is %j", (given, wanted) => expect(unwrapped(given)).toBe(wanted));
});

describe("evidence in parts", () => {
  test("every entry is in some part, whole or in pieces that join to it, and no part is over the limit", () => {
    const words = fc.array(fc.constantFrom("tea", "crate", "漢字", "x".repeat(40), "🚢"), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.integer({ min: 20, max: 200 }), (entries, limit) => {
        const texts = entries.map((each, index) => `${index}: ${each.join(" ")}`);
        const parts = packed(texts, limit);
        for (const part of parts) expect(countTokens(part)).toBeLessThanOrEqual(limit);
        const without = (text: string) => text.replace(/\s/g, "");
        expect(without(parts.join(""))).toBe(without(texts.join("")));
      }),
      { numRuns: 40 },
    );
  });

  test("an entry that several searches brought stands once; errors and queries are no evidence", () => {
    const memory = { id: A, text: "Ann rows." };
    const call = (output: ReflectedToolCall["output"]): ReflectedToolCall => ({
      tool: "recall",
      input: {},
      output,
      durationMs: 0,
      iteration: 0,
    });
    const calls = [
      call({ query: "ann", memories: [memory], chunks: { [A]: "Ann rows at dawn." } }),
      call({ memories: [memory] }),
      call({ error: "x" }),
      call({ results: [{ memory_id: B, error: "no" }] }),
    ];
    expect(entriesOf(calls)).toEqual([JSON.stringify(memory), JSON.stringify({ passage_of: A, text: "Ann rows at dawn." })]);
  });
});

describe("a wanted form", () => {
  const nested = {
    type: "object",
    properties: {
      name: { type: "string" },
      age: { type: ["integer", "null"] },
      tags: { type: "array", items: { type: "string" } },
      home: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      mood: { enum: ["good", "bad"] },
    },
    required: ["name"],
  };
  test("checks what a model gives", () => {
    const fits = (value: unknown) => readSchema(nested).reader.safeParse(value).success;
    expect(fits({ name: "Ann", age: null, tags: ["a"], home: { city: "Delft" }, mood: "good" })).toBe(true);
    expect(fits({ name: "Ann", extra: 1 })).toBe(true);
    for (const wrong of [
      {},
      { name: 1 },
      { name: "A", age: 1.5 },
      { name: "A", tags: [1] },
      { name: "A", home: {} },
      { name: "A", mood: "so" },
    ]) {
      expect([wrong, fits(wrong)]).toEqual([wrong, false]);
    }
  });
  test("may be the bare map of properties, all of which are then wanted", () => {
    expect(readSchema({ type: { type: "string" }, n: { type: "integer" } }).json).toMatchObject({
      type: "object",
      required: ["type", "n"],
    });
  });
});

test("the temper is said in words, and not at all where the bank has none", () => {
  const none = { disposition_skepticism: null, disposition_literalism: null, disposition_empathy: null };
  const line = (traits: object) =>
    promptText(dispositionBlocks({ settings: { ...none, ...traits } } as Parameters<typeof dispositionBlocks>[0]));
  expect(line({})).toBe("");
  expect(line({ disposition_empathy: 5 })).toMatch(
    /^Disposition: skepticism 3 of 5 \(.+\); literalism 3 of 5 \(.+\); empathy 5 of 5 \(let how people feel weigh heavily\)\.$/,
  );
});
