import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunkText } from "../../../src/domain/text/chunk-text.js";

/** True when no character is cut in half. */
const isWhole = (text: string): boolean => Buffer.from(text, "utf8").toString("utf8") === text;

const letters = (text: string): string => text.replace(/\s+/gu, "");

describe("text", () => {
  test("a short text is one chunk, unchanged", () => {
    expect(chunkText("  as it is \n", { max: 100 })).toEqual(["  as it is \n"]);
  });

  test("cuts at blank lines before line breaks, and at sentences before spaces", () => {
    expect(chunkText("one one\n\ntwo two\nthree", { max: 14 })).toEqual(["one one", "two two\nthree"]);
    expect(chunkText("First one. Second one. Third", { max: 14 })).toEqual(["First one.", "Second one.", "Third"]);
    expect(chunkText("abcdefghij", { max: 4 })).toEqual(["abcd", "efgh", "ij"]);
  });

  test("never cuts a character in half", () => {
    const chunks = chunkText("😀".repeat(50), { max: 7 });
    expect(chunks.join("")).toBe("😀".repeat(50));
    for (const chunk of chunks) expect(isWhole(chunk)).toBe(true);
  });
});

describe("JSON", () => {
  const turn = (index: number, size = 10) => ({ role: index % 2 ? "assistant" : "user", content: `${index}:${"x".repeat(size)}` });

  test("a conversation is cut between turns, each chunk an array", () => {
    const turns = Array.from({ length: 20 }, (_, index) => turn(index));
    const chunks = chunkText(JSON.stringify(turns), { max: 200 });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.flatMap((chunk) => JSON.parse(chunk) as unknown[])).toEqual(turns);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(200);
  });

  test("numbers and escapes stay as they were written", () => {
    const source = `[{"id":12345678901234567890,"text":"\\u00e9"},{"id":2,"text":"${"y".repeat(60)}"}]`;
    expect(chunkText(source, { max: 70, structuredMax: 200 })[0]).toBe('[{"id":12345678901234567890,"text":"\\u00e9"}]');
  });

  test("a turn between max and structuredMax stays whole, a longer one is cut into turns of the same speaker", () => {
    const source = JSON.stringify([turn(0), turn(1, 150), turn(2, 900)]);
    const chunks = chunkText(source, { max: 120, structuredMax: 300 });
    expect(chunks[1]).toBe(JSON.stringify([turn(1, 150)]));
    const rest = chunks.slice(2).map((chunk) => JSON.parse(chunk) as [{ role: string; content: string }]);
    expect(rest.every(([message]) => message.role === "user")).toBe(true);
    expect(rest.map(([message]) => message.content).join("")).toBe(turn(2, 900).content);
  });

  test("JSON lines are packed as lines", () => {
    const lines = Array.from({ length: 9 }, (_, index) => JSON.stringify(turn(index)));
    const chunks = chunkText(lines.join("\n"), { max: 130 });
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.flatMap((chunk) => chunk.split("\n"))).toEqual(lines);
  });

  test("an object stays whole up to structuredMax; of a longer export the messages are cut like an array", () => {
    const data = JSON.stringify({ a: "x".repeat(150) });
    expect(chunkText(data, { max: 100, structuredMax: 300 })).toEqual([data]);
    const exported = JSON.stringify({ title: "Trip", messages: Array.from({ length: 10 }, (_, index) => turn(index)) });
    const chunks = chunkText(exported, { max: 150 });
    expect(chunks[0]).toBe('{"title":"Trip"}');
    expect(chunks.slice(1).flatMap((chunk) => JSON.parse(chunk) as unknown[])).toHaveLength(10);
  });

  test("what only looks like JSON is text", () => {
    expect(chunkText("[not json] ".repeat(10), { max: 30 }).length).toBeGreaterThan(3);
  });
});

const text = fc
  .array(fc.oneof(fc.lorem({ mode: "sentences", maxCount: 3 }), fc.constantFrom("\n\n", "\n", "。你好", "😀", " ", "a".repeat(90), "; ")), {
    maxLength: 30,
  })
  .map((parts) => parts.join(""));
const record = fc.oneof(
  fc.record({
    role: fc.constantFrom("user", "assistant"),
    content: fc.oneof(fc.lorem({ mode: "sentences", maxCount: 8 }), fc.string({ maxLength: 200 })),
  }),
  fc.record({ id: fc.integer(), data: fc.lorem({ maxCount: 60 }) }),
);
const json = fc
  .array(record, { minLength: 1, maxLength: 12 })
  .chain((records) =>
    fc.constantFrom(
      JSON.stringify(records),
      JSON.stringify(records, null, 2),
      records.map((each) => JSON.stringify(each)).join("\n"),
      JSON.stringify({ messages: records }),
      JSON.stringify(records[0]),
    ),
  );
const limits = fc.record({ max: fc.integer({ min: 80, max: 700 }), structuredMax: fc.integer({ min: 80, max: 1_500 }) });

test("chunking a chunk again gives that chunk", () => {
  fc.assert(
    fc.property(fc.oneof(text, json), limits, (content, limit) => {
      for (const chunk of chunkText(content, limit)) expect(chunkText(chunk, limit)).toEqual([chunk]);
    }),
    { numRuns: 400 },
  );
});

test("no letter of a text is lost, and no chunk is too long", () => {
  fc.assert(
    fc.property(text, limits, (content, limit) => {
      const chunks = chunkText(content, limit);
      expect(letters(chunks.join(""))).toBe(letters(content));
      for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(limit.max);
    }),
  );
});
