// Wide questions as a task: a turn an item, answers in several conversations. The only task whose data is part of the project.

import { englishTerms } from "./floor.js";
import type { Bank, Task } from "./task.js";
import { QUESTIONS, SESSIONS } from "./wide-dialogue.js";

/** A day after the last conversation. */
const ASKED_AT = "2024-12-16T18:00:00Z";
const TURN_MS = 20_000;

export function wideQuestions(): Task {
  const items = SESSIONS.flatMap(({ at, turns }, session) =>
    turns.map((content, turn) => ({
      content,
      document_id: `${session + 1}:${turn + 1}`,
      timestamp: new Date(Date.parse(at) + turn * TURN_MS).toISOString(),
      context: "conversation",
    })),
  );
  const sessionOf = (key: string | undefined): string | null => key?.split(":")[0] ?? null;
  const bank: Bank = {
    name: "friends",
    items,
    asks: QUESTIONS.map(({ text, gold }) => ({ query: text, at: ASKED_AT, category: "all", gold })),
    hits: ({ documentIds }, gold) => gold.filter((key) => documentIds.includes(key)),
    sessionOf: (key) => sessionOf(typeof key === "string" ? key : key.documentIds[0]),
    units: items.map(({ document_id: key, content: text }) => ({ key, text })),
  };
  return { name: "wide", what: "Wide questions, made up: a turn an item", terms: englishTerms, banks: [bank] };
}
