import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readObject, stripReasoning } from "../../../src/providers/llm/read-object/index.js";

const FENCE = "```";

async function objectIn(answer: string): Promise<unknown> {
  const reading = await readObject(answer);
  return reading.ok ? reading.value : `problem: ${reading.problem}`;
}

describe("an object is read", () => {
  test.each([
    ["as it is", '{"a":1}', { a: 1 }],
    ["from a fence", `${FENCE}json\n{"a":1}\n${FENCE}`, { a: 1 }],
    ["from a fence among words", `Here you are:\n${FENCE}\n{"a":1}\n${FENCE}\nAnything else?`, { a: 1 }],
    [
      "from a fence whose strings hold fences",
      `${FENCE}json\n{"code":"${FENCE}js\\nlet a;\\n${FENCE}","n":1}\n${FENCE}`,
      { code: `${FENCE}js\nlet a;\n${FENCE}`, n: 1 },
    ],
    ["among words with brackets", 'As [1] says {sic}: {"facts":[{"what":"x"}]} [end]', { facts: [{ what: "x" }] }],
    ["behind an example", 'Form: {"facts":[]}. Answer: {"facts":[{"what":"x"}]}', { facts: [{ what: "x" }] }],
    ["as a list", '[{"what":"x"}]', [{ what: "x" }]],
    ["with raw line ends in strings", '{"a":"one\ntwo\tthree"}', { a: "one\ntwo\tthree" }],
    ["with a trailing comma", '{"a":[1,2,],}', { a: [1, 2] }],
    ["with single quotes", "{'a': 'it is', 'b': [1]}", { a: "it is", b: [1] }],
    ["with single quotes and a double one inside", `{'a': 'a 5" disc', 'b': 1}`, { a: 'a 5" disc', b: 1 }],
    [
      "with bad escapes",
      String.raw`{"path":"C:\dir\q","re":"\d+","it":"it\'s","u":"\u12"}`,
      { path: "C:\\dir\\q", re: "\\d+", it: "it's", u: "\\u12" },
    ],
    ["with unquoted keys and comments", "{a: 1, // one\n b: 2}", { a: 1, b: 2 }],
    ["without its last brackets", '{"facts":[{"what":"x"}', { facts: [{ what: "x" }] }],
    ["with null characters and half pairs, also escaped", '{"a":"x\\u0000y\0z","b":"\\ud83d!"}', { a: "xyz", b: "!" }],
  ])("%s", async (_, answer, value) => {
    expect(await objectIn(answer)).toEqual(value);
  });

  test.each([
    ["cut inside a string", '{"facts":[{"what":"the end is miss'],
    ["cut inside a list", '{"facts":[{"what":"x"},'],
    ["cut inside a fence", `${FENCE}json\n{"facts":[{"what":"x"}, {"wha`],
  ])("but not one that is %s", async (_, answer) => {
    expect(await objectIn(answer)).toMatch(/cut off/);
  });

  test.each(["", "No facts.", '"text"', "42", "null"])("and there is none in %j", async (answer) => {
    expect(await objectIn(answer)).toMatch(/no JSON object/);
  });
});

describe("reasoning", () => {
  test.each(["think", "thinking", "thought", "reasoning", "THINK"])("<%s> before the object goes", async (tag) => {
    expect(await objectIn(`<${tag}>maybe {"a":0, "and": "much longer than the answer"}?</${tag}>\n{"a":1}`)).toEqual({ a: 1 });
  });

  test.each([
    ['<think>first</think><think>second</think>{"a":1}'],
    ['|startthink|hm|endthink|{"a":1}'],
    ['Let me see {"a":0,"b":"draft, longer"}.\n</think>\n\n{"a":1}'],
    ['<think>I should list {"a":0,\n{"a":1}'.replace('{"a":0,', "facts")],
    ['<think>never closed {"a":1}'],
    ['Sure.\n<thinking>\n{"a":0,"b":"draft, longer"}\n</thinking>\n{"a":1}'],
  ])("%j leaves the object", async (answer) => {
    expect(await objectIn(answer)).toEqual({ a: 1 });
  });

  test.each([
    '{"what":"The tag <think> opens a block"}',
    '{"what":"<think>never closed"}',
    '{"what":"<think>closed</think> inside"}',
    '{"what":"a line\\n<think>\\nclosed\\n</think>\\nmore"}',
    '{"what":"</think>\\n"}',
  ])("literal tags stay in %s", async (answer) => {
    expect(await objectIn(answer)).toEqual(JSON.parse(answer));
    expect(await objectIn(`<think>\nreal\n</think>\n${answer}`)).toEqual(JSON.parse(answer));
    expect(await objectIn(`${FENCE}json\n${answer}\n${FENCE}`)).toEqual(JSON.parse(answer));
  });

  test.each([
    ["<think>real</think>\nThe answer.", "The answer."],
    ["Write <think> in front.", "Write <think> in front."],
    ["Use <think>x</think> in a line.", "Use <think>x</think> in a line."],
    ["Before.\n<think> in words\n and </think> in words.", "Before.\n<think> in words\n and </think> in words."],
    ["Before.\n<think>\nreal\n</think>\nAfter.", "Before.\nAfter."],
    [`Example:\n${FENCE}\n<think>shown</think>\n${FENCE}`, `Example:\n${FENCE}\n<think>shown</think>\n${FENCE}`],
    ["<think>never closed, no answer", ""],
    ["hm\n</think>\nThe answer.", "The answer."],
  ])("in text: %j", (text, rest) => {
    expect(stripReasoning(text)).toBe(rest);
  });
});

describe("whatever is said around it", () => {
  const key = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((name) => name !== "__proto__");
  const leaf = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom("<think>", "</think>\n", "```json\n{", "}", 'say "x"', "\\", "[1]"),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const object = fc.dictionary(key, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(key, leaf, { maxKeys: 3 })), {
    minKeys: 1,
    maxKeys: 5,
  });
  /** What sanitising takes away is not the object's. */
  const clean = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replace(/\\u00(?:[01][0-9a-f]|7f)|\u007f|\\[bf]/gi, ""));
  const around = fc.constantFrom(
    (json: string) => json,
    (json: string) => `${FENCE}json\n${json}\n${FENCE}`,
    (json: string) => `<think>\nfirst {x}\n</think>\n${json}`,
    (json: string) => `Here it is:\n\n${json}\n\nDone.`,
  );

  test("every object comes back", async () => {
    await fc.assert(
      fc.asyncProperty(object, around, fc.boolean(), async (value, wrap, isIndented) => {
        const wanted = clean(value);
        fc.pre(Object.keys(wanted as object).length === Object.keys(value).length);
        expect(await objectIn(wrap(JSON.stringify(value, null, isIndented ? 2 : 0)))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  test("a prefix of an object is never taken for all of it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.constantFrom("what", "when"), fc.string({ maxLength: 12 })), { minLength: 2 }),
        fc.nat(),
        async (facts, at) => {
          const json = JSON.stringify({ facts });
          const cut = json.slice(0, 1 + (at % (json.length - 1)));
          const reading = await readObject(cut);
          if (!reading.ok) return;
          // only closing brackets were missing
          expect(cut).toMatch(/[}\]]$/);
          const whole = cut.slice(0, -1).replace(/[}\]]+$/, "").length;
          expect(JSON.stringify(reading.value).slice(0, whole)).toBe(cut.slice(0, whole));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("no text takes long or throws", async () => {
    const tag = (n: number, text: string) => text.repeat(n);
    for (const text of [
      "[".repeat(20_000),
      "{".repeat(20_000),
      '{"a":'.repeat(5_000),
      `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
      `${"[".repeat(20_000)}]`,
      `${"{'a':".repeat(20_000)}}`,
      "[x ".repeat(20_000),
      '"'.repeat(20_001),
      tag(20_000, "<think>"),
      tag(20_000, "<think>a</think>\n"),
      tag(20_000, "x\n<think>\na\n</think>\n"),
      tag(20_000, "x\n<think> y </think> z\n"),
      `${tag(20_000, "x\n<think> y\n")}</think> z`,
      tag(20_000, "a </think>\n"),
    ]) {
      expect((await readObject(text)).ok).toBe(false);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "'", "\\", ",", ":", "a", "\n", "<think>", "</think>", "```") }),
        async (text) => {
          await readObject(text);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
