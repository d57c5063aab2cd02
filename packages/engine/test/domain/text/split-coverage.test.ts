import fc from "fast-check";
import { expect, test } from "vitest";
import { splitContent, splitIntoChunks } from "../../../src/domain/text/split/index.js";
import { countTokens } from "../../../src/domain/text/tokens.js";

/** Numbers every word, so that each can be told from all others. */
function numbered(shape: string): { readonly content: string; readonly words: readonly string[] } {
  const words: string[] = [];
  const content = shape.replace(/\bw\b/gu, () => {
    words.push(`w${words.length}q`);
    return words.at(-1) as string;
  });
  return { content, words };
}

const sentence = fc
  .array(fc.constantFrom("w", "w", "w", "w,", "(w)", "w/w", "w_w.ts", "你好w", "😀"), { minLength: 1, maxLength: 24 })
  .chain((words) => fc.constantFrom(...[". ", "! ", "? ", "。", "\n"]).map((end) => words.join(" ") + end));
const text = fc.array(sentence, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
const block = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }).map((level) => `${"#".repeat(level)} w w`) },
  { weight: 1, arbitrary: fc.array(fc.constant("- w w w"), { minLength: 1, maxLength: 30 }).map((items) => items.join("\n")) },
  { weight: 1, arbitrary: fc.array(fc.constant("| w | w |"), { minLength: 1, maxLength: 30 }).map((rows) => rows.join("\n")) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constant("| w | w |"), { minLength: 1, maxLength: 60 })
      .map((rows) => ["| w | w |", "|---|---|", ...rows].join("\n")),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.constant("w(w); w"), { minLength: 1, maxLength: 40 }).map((lines) => `\`\`\`\n${lines.join("\n")}\n\`\`\``),
  },
  { weight: 1, arbitrary: fc.constant("---") },
  { weight: 1, arbitrary: fc.constant("w w\n===") },
);
const prose = fc.array(block, { minLength: 1, maxLength: 14 }).map((blocks) => blocks.join("\n\n"));
const transcript = fc
  .array(fc.tuple(fc.constantFrom("Ann: ", "Bob: ", "[10:32] Ann: ", "User: ", "**Bob:** ", "Zoë (9:15): ", "", "2024-05-01\n"), text), {
    minLength: 2,
    maxLength: 14,
  })
  .map((turns) => turns.map(([label, said]) => label + said.trim()).join("\n"));
const messages = fc
  .array(fc.record({ role: fc.constantFrom("user", "assistant", "tool"), content: text }), { minLength: 1, maxLength: 10 })
  .chain((records) =>
    fc.constantFrom(
      JSON.stringify(records),
      records.map((each) => JSON.stringify(each)).join("\n"),
      JSON.stringify({ about: "w", list: records }),
    ),
  );
const content = fc.oneof(text, prose, transcript, messages);

test("every word of the content is in a unit, once and in order, and no unit is too long", () => {
  fc.assert(
    fc.property(content, fc.integer({ min: 40, max: 256 }), (shape, maxUnitTokens) => {
      const sample = numbered(shape);
      const { units } = splitContent(sample.content, { maxUnitTokens });
      const seen = units.flatMap((unit) => unit.text.match(/w\d+q/gu) ?? []);
      const inOrder = seen.filter((word, index) => seen.indexOf(word) === index);
      expect(inOrder).toEqual(sample.words);
      for (const unit of units) {
        expect(unit.text.trim()).toBe(unit.text);
        expect(unit.text).not.toBe("");
        expect(countTokens(unit.text)).toBeLessThanOrEqual(maxUnitTokens + 2);
        expect(unit.isTurn).toBe(unit.speaker !== null);
      }
    }),
    { numRuns: 300 },
  );
});

const TRAILING_HEADINGS = /(?:(?<=^|\n)(?:#{1,6} [^\n]*|[^\n]+\n=+|-{3,})\s*)+$/u;

test("units of chunks hold the same words, each in its own chunk", () => {
  fc.assert(
    fc.property(content, fc.integer({ min: 300, max: 900 }), (shape, max) => {
      const sample = numbered(shape);
      const { chunks } = splitIntoChunks(sample.content, { max });
      const wordsOf = (texts: readonly string[]) => texts.flatMap((each) => each.match(/w\d+q/gu) ?? []);
      const seen = new Set<string>();
      let carried: readonly string[] = [];
      for (const chunk of chunks) {
        const inUnits = new Set(wordsOf(chunk.units.map((unit) => unit.text)));
        const missing = [...carried, ...wordsOf([chunk.text])].filter((word) => !inUnits.has(word));
        // Only headings at the end of a chunk wait for the next one.
        expect(wordsOf([TRAILING_HEADINGS.exec(chunk.text)?.[0] ?? "", carried.join(" ")])).toEqual(expect.arrayContaining(missing));
        carried = missing;
        for (const word of inUnits) seen.add(word);
      }
      expect(carried).toEqual([]);
      expect(seen.size).toBe(sample.words.length);
    }),
    { numRuns: 200 },
  );
});

test("no unit is headings alone where there is any text to join them to", () => {
  const section = fc.oneof(
    fc.integer({ min: 1, max: 4 }).map((level) => `${"#".repeat(level)} Heading of this part`),
    text,
  );
  let joined = 0;
  fc.assert(
    fc.property(fc.array(section, { minLength: 2, maxLength: 14 }), fc.integer({ min: 100, max: 256 }), (sections, maxUnitTokens) => {
      const sample = numbered(sections.join("\n\n"));
      if (sample.words.length === 0) return;
      // Where the headings alone fill a unit, no text can always stand beside them.
      const headings = sections.filter((each) => each.startsWith("#"));
      if (countTokens(headings.join("\n")) > maxUnitTokens / 3) return;
      const { units } = splitContent(sample.content, { maxUnitTokens });
      joined += units.length;
      for (const unit of units) expect(unit.text).toMatch(/w\d+q|w_w|😀/u);
    }),
    { numRuns: 300 },
  );
  expect(joined).toBeGreaterThan(300);
});
