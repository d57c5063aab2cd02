// How good a recall is: cases of a file, what counts as found, and metrics against values worked out by hand.

import { describe, expect, test } from "vitest";
import {
  isMetric,
  type Judged,
  judge,
  judgeReply,
  metric,
  metricsOf,
  type RelevanceCase,
  readCases,
  requestFor,
  writeCases,
} from "../src/relevance/index.js";

const NOTHING = { documents: [], memories: [], texts: [] };
const caseOf = (expected: Partial<RelevanceCase["expected"]>, more: Partial<RelevanceCase> = {}): RelevanceCase => ({
  query: "Who rows?",
  expected: { ...NOTHING, ...expected },
  request: {},
  category: null,
  ...more,
});
/** Results that bring so many new things each, at ten tokens apiece. */
const judged = (gold: number, ...brought: readonly number[]): Judged => ({
  category: "",
  gold,
  results: brought.map((count) => ({ brought: count, tokens: 10, session: null })),
  goldSessions: new Set(),
});

describe("metrics", () => {
  // A: two of four at ranks 1 and 3, a third at 6. B: its only one at rank 2. C: nothing came.
  const three = [judged(4, 1, 0, 1, 0, 0, 1), judged(1, 0, 1), judged(2)];

  test("are means over the questions", () => {
    const expected: Readonly<Record<string, number>> = {
      questions: 3,
      "frac@1": (1 / 4 + 0 + 0) / 3,
      "frac@2": (1 / 4 + 1 + 0) / 3,
      "frac@5": (2 / 4 + 1 + 0) / 3,
      "frac@10": (3 / 4 + 1 + 0) / 3,
      "any@1": 1 / 3,
      "any@10": 2 / 3,
      mrr: (1 + 1 / 2 + 0) / 3,
      "frac@29tok": (1 / 4 + 1 + 0) / 3, // the third result would make 30 tokens
      "frac@30tok": (2 / 4 + 1 + 0) / 3,
      empty: 1 / 3,
    };
    const found = metricsOf(three, Object.keys(expected));
    for (const [name, value] of Object.entries(expected)) expect(found[name], name).toBeCloseTo(value, 12);
  });

  test("about sessions are told where there are sessions: of two, one is among the first two", () => {
    const one = judge(
      {
        category: "",
        gold: 2,
        goldSessions: ["s1", "s2"],
        hits: ["s3", "s3", "s1", "s2"].map((session) => ({ text: "", session, counts: [] })),
      },
      () => 1,
    );
    expect(metric("sess@2", [one])).toBe(0.5);
    expect(metric("sess@3", [one])).toBe(1);
    expect(Object.keys(metricsOf(three))).not.toContain("sess@5");
    expect(Object.keys(metricsOf([one]))).toContain("sess@5");
  });

  test("of no question are 0; a name that is none is refused", () => {
    expect(metricsOf([], ["frac@10", "mrr", "questions"])).toEqual({ "frac@10": 0, mrr: 0, questions: 0 });
    expect(["frac@7", "any@3", "frac@500tok", "mrr"].filter(isMetric)).toHaveLength(4);
    expect(["frac@0", "any@5tok", "recall", "frac", "frac@x"].filter(isMetric)).toEqual([]);
    expect(() => metric("frac", [])).toThrow(RangeError);
  });
});

describe("judging", () => {
  const result = (id: string, text: string, more: object = {}) => ({ id, text, ...more });

  test("documents, memories and texts count once, at the first result that has them", () => {
    const reply = {
      results: [
        result("m1", "Nothing of it.", { document_id: "x" }),
        result("m2", "Ann   ROWS on the canal.", { document_id: "a" }),
        result("m3", "Ann rows again.", { document_id: "a" }),
      ],
    };
    const asked = caseOf({ documents: ["a", "gone"], memories: ["m3"], texts: ["ann rows"] });
    const { results, found, gold } = judgeReply(asked, reply, (text) => text.length);
    expect([gold, results.map(({ brought }) => brought)]).toEqual([4, [0, 2, 1]]);
    expect(found).toEqual([
      { kind: "documents", value: "a", rank: 2 },
      { kind: "documents", value: "gone", rank: null },
      { kind: "memories", value: "m3", rank: 3 },
      { kind: "texts", value: "ann rows", rank: 2 },
    ]);
    expect(results[0]?.tokens).toBe("Nothing of it.".length);
  });

  test("an observation counts for the facts that it stands on, and for their documents", () => {
    const reply = {
      results: [result("o", "Ann rows a lot.", { source_fact_ids: ["f1", "f2"] })],
      source_facts: { f1: { document_id: "a" }, f2: { document_id: null } },
    };
    expect(judgeReply(caseOf({ documents: ["a"], memories: ["f2"] }), reply).results[0]?.brought).toBe(2);
    expect(judgeReply(caseOf({ documents: ["b"] }), reply).results[0]?.brought).toBe(0);
  });

  test("what the case says goes before the settings that are tried", () => {
    const asked = caseOf({ texts: ["a"] }, { request: { tags: ["x"], query_timestamp: "2024-05-01" } });
    expect(requestFor(asked, { budget: "low", tags: ["y"], query: "other", include: null })).toMatchObject({
      query: "Who rows?",
      budget: "low",
      tags: ["x"],
      query_timestamp: "2024-05-01",
      include: { entities: null, source_facts: { max_tokens: expect.any(Number) } },
    });
  });
});

describe("a file of cases", () => {
  test("is read as it was written", () => {
    const cases = [
      caseOf({ documents: ["a"], texts: ["x\ny"] }, { category: "who", request: { tags: ["t"], tags_match: "all" } }),
      caseOf({ memories: ["m"] }),
    ];
    const read = readCases(writeCases(cases));
    expect(read.problems).toEqual([]);
    expect(read.cases.map(({ line, ...each }) => [line, each])).toEqual([
      [1, cases[0]],
      [2, cases[1]],
    ]);
  });

  test("takes other names, one text in place of a list, empty lines and a byte order mark", () => {
    const { cases, problems } = readCases(
      '\uFEFF{"question": "Who?", "expected_text": "Ann", "expected_document": "a"}\r\n\n{"query":"q","expected_documents":["a","a"]}',
    );
    expect(problems).toEqual([]);
    expect(cases.map(({ line, query, expected }) => [line, query, expected])).toEqual([
      [1, "Who?", { documents: ["a"], memories: [], texts: ["Ann"] }],
      [3, "q", { documents: ["a"], memories: [], texts: [] }],
    ]);
  });

  test.each([
    ["nonsense", /no JSON/],
    ["[1]", /must be a JSON object/],
    ['{"expected_documents":["a"]}', /"query" must be a question, and is missing/],
    ['{"query":"  ","expected_documents":["a"]}', /"query" must be a question/],
    ['{"query":"q"}', /nothing is expected/],
    ['{"query":"q","expected_documents":[]}', /nothing is expected/],
    ['{"query":"q","expected_documents":[1]}', /"expected_documents" must be a text or a list of texts/],
    ['{"query":"q","expected_texts":[""]}', /"expected_texts" must be/],
    ['{"query":"q","expects":["a"]}', /there is no field "expects"/],
    ['{"query":"q","question":"q","expected_text":"a"}', /give one/],
    ['{"query":"q","expected_text":"a","tags":"x"}', /"tags" must be a list of texts/],
    ['{"query":"q","expected_text":"a","query_timestamp":5}', /"query_timestamp" must be a text/],
    ['{"query":"q","expected_text":"a","temporal_window":["a"]}', /"temporal_window" must be an object/],
    ['{"query":"q","expected_text":"a","category":5}', /"category" must be a text/],
  ])("names the line that is no case: %s", (line, message) => {
    const { cases, problems } = readCases(`{"query":"good","expected_text":"a"}\n${line}`);
    expect([cases.length, problems]).toEqual([1, [{ line: 2, message: expect.stringMatching(message) }]]);
  });
});
