// The vectors that calibration looks at: our own triples, and LoCoMo's questions with their evidence.
// In: an encoder. Out: vectors, grouped as bank, questions and which memories answer them.

import type { EmbeddingProvider } from "../../packages/engine/src/providers/embedding/provider.js";
import { locomo } from "../lib/locomo.js";
import { TRIPLES } from "./pairs.js";

export interface Bank {
  readonly name: string;
  readonly memories: readonly Float32Array[];
  readonly questions: readonly { readonly vector: Float32Array; readonly answers: readonly number[] }[];
}

export interface Samples {
  /** Our questions against our memories: memory i answers question i. */
  readonly own: Bank;
  /** The paraphrases, asked as questions, against the same memories. */
  readonly paraphrases: Bank;
  /** The paraphrases as stored memories, in the order of `own.memories`. */
  readonly restated: readonly Float32Array[];
  /** LoCoMo's conversations; empty when the evaluation data are not there. */
  readonly conversations: readonly Bank[];
}

export async function samples(encoder: EmbeddingProvider): Promise<Samples> {
  const ask = (texts: readonly string[]): Promise<Float32Array[]> => Promise.all(texts.map((text) => encoder.embedQuery(text)));
  const memories = await encoder.embedPassages(TRIPLES.map((one) => one.memory));
  const own = async (name: string, questions: readonly string[]): Promise<Bank> => ({
    name,
    memories,
    questions: (await ask(questions)).map((vector, i) => ({ vector, answers: [i] })),
  });
  const conversations: Bank[] = [];
  for (const { name, turns, questions } of conversationsOrNone()) {
    const placeOf = new Map(turns.map((turn, i) => [turn.id, i]));
    const vectors = await ask(questions.map((question) => question.text));
    conversations.push({
      name,
      memories: await encoder.embedPassages(turns.map((turn) => turn.text)),
      questions: questions.map(({ evidence }, i) => ({ vector: vectors[i]!, answers: evidence.map((id) => placeOf.get(id)!) })),
    });
  }
  return {
    own: await own(
      "questions",
      TRIPLES.map((one) => one.question),
    ),
    paraphrases: await own(
      "paraphrases",
      TRIPLES.map((one) => one.paraphrase),
    ),
    restated: await encoder.embedPassages(TRIPLES.map((one) => one.paraphrase)),
    conversations,
  };
}

function conversationsOrNone(): ReturnType<typeof locomo> {
  try {
    return locomo();
  } catch (cause) {
    console.warn(`${cause instanceof Error ? cause.message : String(cause)}\nGoing on with our own pairs alone.`);
    return [];
  }
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
