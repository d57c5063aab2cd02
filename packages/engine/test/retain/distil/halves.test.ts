import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sanitise } from "../../../src/domain/text/sanitise.js";
import { HindsightError } from "../../../src/errors.js";
import { halve } from "../../../src/retain/distil/halve.js";
import { contentOf, scriptedModels } from "../../support/scripted-models.js";
import { chunkOf, distilWith, fact } from "./chunks.js";

const TOO_LONG = new HindsightError("llm_output_too_long", "cut off");
const turns = (count: number, text = (index: number) => `This is turn ${index} of the talk.`) =>
  Array.from({ length: count }, (_, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content: text(index) }));

/** A model that answers to at most so many characters, with one fact for each of its texts, caused by the one before. */
const modelOf = (most: number) =>
  scriptedModels((request) => {
    const text = contentOf(request);
    if (text.length > most) return TOO_LONG;
    return {
      facts: [fact(`Begin ${text.slice(0, 20)}`), fact("Rest.", { causal_relations: [{ target_index: 0, relation_type: "caused_by" }] })],
    };
  });

describe("a chunk whose reply is cut off", () => {
  test("is read in halves until the reply fits: in order, causes counted on, calls and tokens of all", async () => {
    const text = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} is here.`).join(" ");
    const models = modelOf(700);
    const { readings, calls, usage } = await distilWith(models, chunkOf(text, {}, { index: 2, total: 5 }));
    expect(
      models.requests
        .map(contentOf)
        .filter((part) => part.length <= 700)
        .join(""),
    ).toBe(text);
    expect(readings.map(({ causedBy }) => causedBy)).toEqual([[], [0], [], [2], [], [4], [], [6]]);
    expect(calls).toBe(7);
    expect(usage.total).toBe(4 * 120);
    for (const request of models.requests) {
      expect(request.origin.metadata).toEqual({ chunk_index: 2 });
      expect(JSON.stringify(request.messages[1])).toContain("Chunk: 3/5");
    }
  });

  test("below 500 characters is an error that says what to set; nothing is dropped in silence", async () => {
    const failure = distilWith(modelOf(10), chunkOf("A sentence of some length. ".repeat(40)));
    await expect(failure).rejects.toMatchObject({ code: "llm_output_too_long", cause: TOO_LONG });
    await expect(failure).rejects.toThrow("HINDSIGHT_API_RETAIN_MAX_COMPLETION_TOKENS");
  });

  test("other errors are not tried again here", async () => {
    const models = scriptedModels([new HindsightError("llm_refused", "no")]);
    await expect(distilWith(models, chunkOf("x ".repeat(2000)))).rejects.toMatchObject({ code: "llm_refused" });
    expect(models.requests).toHaveLength(1);
  });
});

describe("halves", () => {
  test("of an array are two arrays, cut at the middle turn", () => {
    const all = turns(21);
    const [first = "", second = ""] = halve(JSON.stringify(all)) ?? [];
    expect([JSON.parse(first).length, JSON.parse(second).length]).toEqual([11, 10]);
    expect([...JSON.parse(first), ...JSON.parse(second)]).toEqual(all);
  });

  test("of lines are lines", () => {
    const lines = turns(20).map((turn) => JSON.stringify(turn));
    expect(halve(lines.join("\n"))).toEqual([lines.slice(0, 10).join("\n"), lines.slice(10).join("\n")]);
  });

  test.each([
    ["a single turn in an array", (turn: object) => [turn]],
    ["a single turn", (turn: object) => turn],
    ["a turn inside an export", (turn: object) => ({ title: "t", messages: [turn] })],
  ])("of %s halve its content", (_, wrap) => {
    const content = "A sentence that says something. ".repeat(40);
    const halves = halve(JSON.stringify(wrap({ role: "user", content })));
    const parts = halves?.map((half) => JSON.stringify(JSON.parse(half)).match(/"content":"([^"]*)"/)?.[1] ?? "");
    expect(parts?.join("")).toBe(content);
    expect(parts?.every((part) => part.length > 500 && part.endsWith(". "))).toBe(true);
  });

  test("of text end with a sentence near the middle, of one without sentences with a word", () => {
    const [first = ""] = halve(`${"Short one. ".repeat(50)}${"b ".repeat(300)}`) ?? [];
    expect(first.endsWith("Short one. ")).toBe(true);
    const [words = ""] = halve("word ".repeat(200)) ?? [];
    expect(words.endsWith("word ")).toBe(true);
  });

  test("never lie inside a character or the mark of an attachment", () => {
    expect(halve("👍".repeat(301))?.every((half) => sanitise(half) === half)).toBe(true);
    const mark = "⟦hs-att:0123456789ab⟧";
    const text = `${"x".repeat(490)}${mark}${"x".repeat(490)}`;
    expect(halve(text)?.some((half) => half.includes(mark))).toBe(true);
  });

  test("of 500 characters or less are none", () => {
    expect(halve("word ".repeat(100))).toBeNull();
    expect(halve(`${"word ".repeat(100)}w`)).not.toBeNull();
  });

  test("joined are the text, whatever it is, and both are shorter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 501, maxLength: 1500 }), (text) => {
        const halves = halve(text);
        if (halves === null) return;
        expect(halves[0] + halves[1]).toBe(text);
        for (const half of halves) expect(half.length).toBeLessThan(text.length);
      }),
    );
  });
});
