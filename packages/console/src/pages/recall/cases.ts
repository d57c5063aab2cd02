// Test cases of a bank's recall: questions with the documents that should come back, and how well settings do on them.
// In: cases, kept in this browser, or a JSONL file. Out: scores for each case and their means. Pure but for the store.

import { type RecallSettings, settingsOf } from "./settings";

export interface Case {
  readonly query: string;
  /** Ids of documents that should be among the first results. */
  readonly expected: readonly string[];
}

export interface Score {
  /** Share of the expected documents among those of the first K results. */
  readonly recall: number;
  /** 1 / rank of the first expected document; 0 where none came. */
  readonly reciprocalRank: number;
  readonly ms: number;
}

/** How deep a result may stand and still count. */
export const K = 10;

/** `documents`: the document of each result, best first; a result without one has null. */
export function scoreOf(expected: readonly string[], documents: readonly (string | null)[], ms: number): Score {
  const first = documents.slice(0, K);
  const place = documents.findIndex((id) => id !== null && expected.includes(id));
  return {
    recall: expected.length === 0 ? 0 : expected.filter((id) => first.includes(id)).length / expected.length,
    reciprocalRank: place === -1 ? 0 : 1 / (place + 1),
    ms,
  };
}

export function meanOf(scores: readonly Score[]): Score {
  const mean = (pick: (score: Score) => number): number => scores.reduce((sum, score) => sum + pick(score), 0) / (scores.length || 1);
  return { recall: mean(({ recall }) => recall), reciprocalRank: mean(({ reciprocalRank }) => reciprocalRank), ms: mean(({ ms }) => ms) };
}

export const toJsonl = (cases: readonly Case[]): string =>
  cases.map(({ query, expected }) => `${JSON.stringify({ query, expected_documents: expected })}\n`).join("");

/** @throws Error that names the line which is no case */
export function fromJsonl(text: string): readonly Case[] {
  return text.split("\n").flatMap((line, place) => {
    if (line.trim() === "") return [];
    const found = caseOf(line);
    if (found === null) throw new Error(`${place + 1}: ${line.slice(0, 80)}`);
    return [found];
  });
}

function caseOf(line: string): Case | null {
  try {
    const { query, expected_documents: expected } = JSON.parse(line) as Record<string, unknown>;
    const isCase = typeof query === "string" && Array.isArray(expected) && expected.every((id) => typeof id === "string");
    return isCase ? { query, expected: expected as string[] } : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

const keyOf = (bank: string): string => `hindsight.cases.${bank}`;

export const storedCases = (bank: string): readonly Case[] => fromJsonl(localStorage.getItem(keyOf(bank)) ?? "");
export const storeCases = (bank: string, cases: readonly Case[]): void => localStorage.setItem(keyOf(bank), toJsonl(cases));

/** Settings as one word for a heading. */
export const nameOf = (settings: RecallSettings): string => {
  const parts = Object.entries(settingsOf(settings)).map(([name, value]) => `${name}=${Array.isArray(value) ? value.join("+") : value}`);
  return parts.join(" ");
};
