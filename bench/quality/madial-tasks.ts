// MADial-Bench: short memories of a child's life; the query is four lines of a dialogue in which an assistant could remind of one.

import { readFileSync } from "node:fs";
import { dataFile } from "../lib/locomo.js";
import { bigrams, englishTerms } from "./floor.js";
import type { Ask, Bank, Task } from "./task.js";

interface RawMemory {
  readonly event: string;
  readonly time: string;
}

interface RawDialogue {
  readonly dialogue: readonly string[];
  readonly "test-turn": readonly number[];
  readonly "relevant-id": readonly number[];
}

const QUERY_LINES = 4;

export function madial(language: "en" | "zh"): Task {
  const memories = lines<Readonly<Record<string, RawMemory>>>(`MADial-Bench-${language}-memory.json`).flatMap((entry) =>
    Object.entries(entry),
  );
  const known = new Set(memories.map(([key]) => key));
  const asks = lines<RawDialogue>(`MADial-Bench-${language}-dialogue.json`).map((dialogue): Ask => {
    const end = dialogue["test-turn"][0] ?? 0;
    return {
      query: dialogue.dialogue
        .slice(Math.max(0, end - QUERY_LINES), end)
        .filter((line) => !line.startsWith("<BOD>"))
        .map((line) => line.trim().replace(/^<[^>]*>\s*[:：]\s*/, ""))
        .join(" "),
      at: null,
      category: "all",
      gold: dialogue["relevant-id"].map(String).filter((id) => known.has(id)),
    };
  });
  const bank: Bank = {
    name: language,
    items: memories.map(([key, { event, time }]) => ({ content: event, document_id: key, timestamp: `${time}T12:00:00Z` })),
    asks: asks.filter(({ gold }) => gold.length > 0),
    hits: ({ documentIds }, gold) => gold.filter((key) => documentIds.includes(key)),
    sessionOf: null,
    units: memories.map(([key, { event }]) => ({ key, text: event })),
  };
  return {
    name: `madial-${language}`,
    what: `MADial-Bench, ${language === "en" ? "English" : "Chinese"}`,
    terms: language === "en" ? englishTerms : bigrams,
    banks: [bank],
  };
}

function lines<T>(file: string): readonly T[] {
  return readFileSync(dataFile("madial", file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}
