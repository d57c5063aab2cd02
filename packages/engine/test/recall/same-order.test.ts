// The same bank and the same questions on both engines: one order.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { bankOf } from "./bank-of.js";

/** Prose of the project itself: long enough to rank, and always there. */
const SENTENCES = ["recall", "retain", "operations"]
  .map((page) => readFileSync(fileURLToPath(new URL(`../../../../docs/${page}.md`, import.meta.url)), "utf8"))
  .join("\n")
  .replace(/```[\s\S]*?```/g, "")
  .split(/(?<=[.!?])\s+/)
  .map((sentence) => sentence.replace(/\s+/g, " ").trim())
  .filter((sentence) => sentence.length > 30 && sentence.length < 400);

const QUESTIONS = [
  "How are tags matched?",
  "What does the budget change?",
  "score",
  "memories of last year",
  "max_tokens",
  "Which results are left out?",
];

describe.skipIf(DATABASES.length < 2)("the order of results", () => {
  test("is the same on both engines", async () => {
    expect(SENTENCES.length).toBeGreaterThan(20); // control: there is something to rank
    const answers = await Promise.all(
      DATABASES.map(async (database) => {
        const engine = await openEngine(database, { now: () => new Date("2026-05-01T00:00:00Z") });
        try {
          const bank = await bankOf(
            engine,
            SENTENCES.map((content, n) => ({ content, timestamp: new Date(Date.UTC(2025, 0, 1 + n)).toISOString() })),
          );
          const found: (readonly string[])[] = [];
          for (const question of QUESTIONS) found.push(await bank.texts(question));
          return found;
        } finally {
          await engine.close();
        }
      }),
    );
    expect(answers[0]?.flat().length).toBeGreaterThan(10);
    expect(answers[1]).toEqual(answers[0]);
  });
});
