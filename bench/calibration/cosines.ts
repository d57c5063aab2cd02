// Cosines of pairs, sorted into what belongs together and what does not.
// In: sample vectors and the shift that calibration applies to a question. Out: lists of cosines, shifted.

import { type Bank, dot, type Samples } from "./vectors.js";

/** What calibration takes off the cosines of a question. */
export type Shift = (question: Float32Array) => number;

export interface Group {
  readonly name: string;
  readonly cosines: readonly number[];
  /** The highest cosine of each question in its bank. */
  readonly best: readonly number[];
}

export interface Groups {
  readonly related: readonly Group[];
  readonly unrelated: readonly Group[];
}

export function groups({ own, paraphrases, conversations }: Samples, shift: Shift): Groups {
  const next = (i: number): Bank => conversations[(i + 1) % conversations.length]!;
  return {
    related: [
      answers("own questions and their memories", [own], shift),
      answers("own paraphrases and their memories", [paraphrases], shift),
      ...(conversations.length === 0 ? [] : [answers("LoCoMo questions and their evidence", conversations, shift)]),
    ],
    unrelated: [
      others("own questions, other memories", [[own, own]], shift),
      ...(conversations.length === 0
        ? []
        : [
            others(
              "LoCoMo questions, another conversation",
              conversations.map((one, i) => [one, next(i)] as const),
              shift,
            ),
            others(
              "own questions, LoCoMo turns",
              conversations.map((one) => [own, one] as const),
              shift,
            ),
            others(
              "LoCoMo questions, own memories",
              conversations.map((one) => [one, own] as const),
              shift,
            ),
          ]),
    ],
  };
}

function answers(name: string, banks: readonly Bank[], shift: Shift): Group {
  const perQuestion = banks.flatMap(({ memories, questions }) =>
    questions.map(({ vector, answers: indices }) => {
      const shiftBy = shift(vector);
      return indices.map((i) => dot(vector, memories[i]!) - shiftBy);
    }),
  );
  return { name, cosines: perQuestion.flat(), best: perQuestion.map((cosines) => Math.max(...cosines)) };
}

/** Every question of the first bank against every memory of the second; in one and the same bank, its own answers are left out. */
function others(name: string, pairs: readonly (readonly [asking: Bank, asked: Bank])[], shift: Shift): Group {
  const cosines: number[] = [];
  const best: number[] = [];
  for (const [asking, asked] of pairs) {
    for (const { vector, answers: own } of asking.questions) {
      const shiftBy = shift(vector);
      let highest = -1;
      asked.memories.forEach((memory, i) => {
        if (asking === asked && own.includes(i)) return;
        const cosine = dot(vector, memory) - shiftBy;
        cosines.push(cosine);
        highest = Math.max(highest, cosine);
      });
      best.push(highest);
    }
  }
  return { name, cosines, best };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** Percentage of values for which `claim` holds. */
export function percent(values: readonly number[], claim: (value: number) => boolean): number {
  return (100 * values.filter(claim).length) / values.length;
}
