// LoCoMo as two tasks: one item a turn, and one item a session whose turns the server has to find by itself.

import { type Conversation, locomo } from "../lib/locomo.js";
import { englishTerms } from "./floor.js";
import { heldTurns } from "./held-turns.js";
import type { Ask, Bank, Found, Task } from "./task.js";

const CATEGORIES: Readonly<Record<number, string>> = { 1: "multi-hop", 2: "temporal", 3: "open domain", 4: "single-hop", 5: "adversarial" };
const DAY_MS = 86_400_000;

export function locomoTurns(): Task {
  return {
    name: "locomo-turn",
    what: "LoCoMo dev, one item a turn",
    terms: englishTerms,
    banks: locomo().map((conversation): Bank => {
      return {
        ...common(conversation),
        items: conversation.turns.map(({ id, text, at }) => ({
          content: text,
          document_id: id,
          timestamp: at.toISOString(),
          context: "conversation",
        })),
        hits: ({ documentIds }, gold) => gold.filter((id) => documentIds.includes(id)),
        sessionOf: (key) => sessionOfTurn(typeof key === "string" ? key : (key.documentIds[0] ?? null)),
      };
    }),
  };
}

export function locomoSessions(): Task {
  return {
    name: "locomo-session",
    what: "LoCoMo dev, one item a session (transcript), judged by text",
    terms: englishTerms,
    banks: locomo().map((conversation): Bank => {
      const texts = new Map(conversation.turns.map(({ id, text }) => [id, text]));
      return {
        ...common(conversation),
        items: [...conversation.sessionAt].map(([session, at]) => ({
          content: conversation.turns
            .filter((turn) => turn.session === session)
            .map(({ text }) => text)
            .join("\n"),
          document_id: `session_${session}`,
          timestamp: at.toISOString(),
          context: "conversation",
        })),
        hits: ({ text }: Found, gold) => heldTurns(text, gold, texts),
        sessionOf: (key) =>
          typeof key === "string" ? sessionOfTurn(key) : (/^session_(\d+)$/.exec(key.documentIds[0] ?? "")?.[1] ?? null),
      };
    }),
  };
}

function common(conversation: Conversation): Pick<Bank, "name" | "asks" | "units"> {
  const lastSession = Math.max(...[...conversation.sessionAt.values()].map((at) => at.getTime()));
  const at = new Date(lastSession + DAY_MS).toISOString();
  return {
    name: conversation.name,
    asks: conversation.questions.map(
      ({ text, category, evidence }): Ask => ({ query: text, at, category: CATEGORIES[category] ?? String(category), gold: evidence }),
    ),
    units: conversation.turns.map(({ id, text }) => ({ key: id, text })),
  };
}

function sessionOfTurn(id: string | null): string | null {
  return /^D(\d+):/.exec(id ?? "")?.[1] ?? null;
}
