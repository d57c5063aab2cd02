import { expect, test } from "vitest";
import { analyseQuery } from "../../src/domain/text/analyse.js";
import { answersFirst } from "../../src/recall/answers-first.js";
import type { Ranked } from "../../src/recall/candidate.js";

interface Turn {
  readonly text: string;
  readonly at: number;
  readonly final: number;
  /** As long as no cross-encoder has read others, the same as `final`. */
  readonly score?: number;
  readonly role?: "user" | "assistant";
  readonly reranked?: number;
}

const ranked = (...turns: readonly Turn[]): readonly Ranked[] =>
  turns.map(
    ({ text, at, final, score = final, role = null, reranked = null }) =>
      ({
        row: { text, runNo: 7, position: at, role, asks: text.endsWith("?"), language: "en" },
        final,
        score,
        reranked,
      }) as unknown as Ranked,
  );
const texts = (results: readonly Ranked[]) => results.map(({ row }) => row.text);
const { terms } = analyseQuery("Where does Ann row?", "en");

const QUESTION = { text: "Bob: And do you still row?", at: 2, final: 0.6 };
const ANSWER = { text: "Ann: Every Sunday, on the canal.", at: 3, final: 0.58 };
const OTHER = { text: "Ann: I moved to Delft last spring.", at: 1, final: 0.59 };

test("an answer takes the place of its question; the scores stay in their places", () => {
  const settled = answersFirst(ranked(QUESTION, OTHER, ANSWER), terms);
  expect(texts(settled)).toEqual([ANSWER.text, QUESTION.text, OTHER.text]);
  expect(settled.map(({ final }) => final)).toEqual([0.6, 0.59, 0.58]);
});

test.each([
  [
    "one that tells more than is asked",
    { ...QUESTION, text: "Bob: Did you see the heron that nests by the old bridge where we row?" },
    ANSWER,
  ],
  ["a statement", { ...QUESTION, text: "Bob: I row." }, ANSWER],
  ["what the same person goes on to say", QUESTION, { ...ANSWER, text: "Bob: Every Sunday, on the canal." }],
  ["what comes later than next", QUESTION, { ...ANSWER, at: 4 }],
  ["what is far less about it", QUESTION, { ...ANSWER, final: 0.4 }],
  ["talk with an assistant", { ...QUESTION, role: "user" as const }, { ...ANSWER, role: "assistant" as const }],
  ["what a cross-encoder has read", { ...QUESTION, reranked: 0.6 }, { ...ANSWER, reranked: 0.58 }],
])("%s keeps its place", (_, question, answer) => {
  expect(texts(answersFirst(ranked(question, answer), terms))).toEqual([question.text, answer.text]);
});

test("below the cut of a cross-encoder an answer is as near as it was before", () => {
  const read = { ...OTHER, reranked: 0.9, final: 0.8 };
  const near = ranked(read, { ...QUESTION, final: 0.18, score: 0.6 }, { ...ANSWER, final: 0.15, score: 0.5 });
  const far = ranked(read, { ...QUESTION, final: 0.18, score: 0.6 }, { ...ANSWER, final: 0.12, score: 0.4 });
  expect(texts(answersFirst(near, terms))).toEqual([OTHER.text, ANSWER.text, QUESTION.text]);
  expect(texts(answersFirst(far, terms))).toEqual([OTHER.text, QUESTION.text, ANSWER.text]);
});
