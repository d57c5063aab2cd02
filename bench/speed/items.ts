// What the speed bench stores and asks: LoCoMo turns, repeated with distinct numbers until there are enough.
// In: how many, and a seed. Out: the same items and queries every time.

import type { Conversation } from "../lib/locomo.js";
import { seeded } from "../lib/random.js";

export interface Item {
  readonly content: string;
  readonly document_id: string;
  readonly timestamp: string;
  readonly context: string;
}

const DAY_MS = 86_400_000;

/** `count` short items, each a turn with a number of its own; every round over the data lies a year later. */
export function makeItems(conversations: readonly Conversation[], count: number): readonly Item[] {
  const turns = conversations.flatMap((conversation) => conversation.turns.map((turn) => ({ ...turn, conversation: conversation.name })));
  return Array.from({ length: count }, (_, index) => {
    const turn = turns[index % turns.length];
    if (turn === undefined) throw new Error("there are no turns to repeat");
    const round = Math.floor(index / turns.length);
    return {
      content: `${turn.text} (no. ${index + 1})`,
      document_id: `${turn.conversation}-${turn.id}-${index + 1}`,
      timestamp: new Date(turn.at.getTime() + round * 365 * DAY_MS).toISOString(),
      context: "conversation",
    };
  });
}

/** `count` distinct questions in a fixed shuffled order. */
export function makeQueries(conversations: readonly Conversation[], count: number, seed: number): readonly string[] {
  const questions = [...new Set(conversations.flatMap((conversation) => conversation.questions.map((question) => question.text)))];
  const random = seeded(seed);
  for (let i = questions.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [questions[i], questions[j]] = [questions[j] as string, questions[i] as string];
  }
  return questions.slice(0, count);
}
