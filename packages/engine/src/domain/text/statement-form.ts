import { createHash } from "node:crypto";
import type { Moment, TimeSpan } from "../memory.js";
import { readable } from "../time/choose.js";
import { spanOf } from "../time/clock.js";
import { leanedExpressions } from "../time/leaned.js";
import { stem } from "./stems.js";
import { normalForm } from "./text-hash.js";

export interface StatementContext {
  /** ISO 639-1; null when it could not be told, which is read as English. */
  readonly language: string | null;
  readonly said: Moment | null;
  /** When it happened, as the one who compares statements compares it too. */
  readonly occurred: TimeSpan | null;
}

/** Longer statements are read up to here, and then compared word for word. */
const MAX_LENGTH = 4_000;
const TOKEN =
  /(?<![\p{L}\p{N}])[-\u2212]?\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*|\p{N}+(?:[.,:/]\p{N}+)*|[\p{S}%#&@/*\\_§‰?？؟]/gu;
const THOUSANDS = /^[-\u2212]?\p{N}{1,3}(?:,\p{N}{3})+$/u;
const LINKING = /\b(?:on|in|at|during)\s+(?:the\s+)?$/iu;

/**
 * What a fact states, as words to be compared: two facts with equal forms, of one kind, tags and time of the event, are the same statement.
 *
 * Left out is only what cannot change the sense: case, punctuation, and in English articles and a few adverbs ("now", "really"); "isn't" is "is not",
 * "two" is "2", "is living" is "lives", and names behind "Involving:" have no order. Words that say when it happened are left out where they name the
 * very time that `occurred` holds, wherever in the sentence they stand. Everything else stays, in its order: who did what to whom, numbers with their
 * signs and units, negations, modal verbs, tenses. Stems are not taken: they make one word of "Andreas" and "Andrea", of "car" and "cars", of "lives"
 * and "lived" (docs/decisions/collapse.md).
 */
export function statementForm(text: string, context: StatementContext): string {
  const isEnglish = context.language === null || context.language === "en";
  if (text.length > MAX_LENGTH) return normalForm(text);
  const tokens = readable(text, MAX_LENGTH)
    .split(" | ")
    .flatMap((part, index) => partTokens(part, index, context, isEnglish));
  return tokens.length === 0 ? normalForm(text) : tokens.join(" ");
}

/** SHA-256 of the form, in hex. */
export function statementHash(text: string, context: StatementContext): string {
  return createHash("sha256").update(statementForm(text, context), "utf8").digest("hex");
}

/** The parts of a fact's text are what, when, who and why; only the first is there always. */
function partTokens(part: string, index: number, context: StatementContext, isEnglish: boolean): readonly string[] {
  if (index === 0) return tokensOf(withoutTime(part, context), isEnglish);
  const label = /^(when|involving)\s*:\s*/iu.exec(part);
  const rest = label === null ? part : part.slice(label[0].length);
  if (label?.[1]?.toLowerCase() === "when") return context.occurred === null ? ["|when", ...tokensOf(rest, isEnglish)] : [];
  if (label === null) return ["|", ...tokensOf(withoutTime(part, context), isEnglish)];
  const names = rest.split(/\s*[,;、，；]\s*|\s+and\s+/iu).map((name) => tokensOf(name, isEnglish).join(" "));
  return ["|who", ...[...new Set(names)].filter((name) => name !== "").sort()];
}

/** The text without the expressions that name exactly the time of the event. */
function withoutTime(text: string, { language, said, occurred }: StatementContext): string {
  if (said === null || occurred === null) return text;
  const spans = leanedExpressions(text, said, "event", language).filter((found) => {
    const span = found.days === null ? null : spanOf(found, found.clock ?? null, said.offsetMinutes);
    return span !== null && span.precision === occurred.precision && isNear(span.start, occurred.start, MINUTE_MS);
  });
  return spans
    .sort((a, b) => b.from - a.from)
    .reduce((rest, { from, to }) => `${rest.slice(0, from).replace(LINKING, "")} ${rest.slice(to)}`, text);
}

/** Equal as far as the times are exact: facts of one reading may lie milliseconds apart, to keep their order. */
export function isSameSpan(a: TimeSpan | null, b: TimeSpan | null): boolean {
  if (a === null || b === null) return a === b;
  const within = a.precision === "second" ? 1_000 : MINUTE_MS;
  return a.precision === b.precision && isNear(a.start, b.start, within) && isNear(a.end, b.end, within);
}

const MINUTE_MS = 60_000;

function isNear(a: Date, b: Date, withinMs: number): boolean {
  return Math.abs(a.getTime() - b.getTime()) < withinMs;
}

function tokensOf(text: string, isEnglish: boolean): readonly string[] {
  const words = [
    ...text
      .toLowerCase()
      .normalize("NFC")
      .replace(/[\u2018\u2019\u02bc]/gu, "'")
      .matchAll(TOKEN),
  ].map(([token]) => (THOUSANDS.test(token) ? token.replaceAll(",", "") : token.replace("\u2212", "-")));
  return isEnglish ? presentTense(words.flatMap(englishWords)) : words;
}

const NUMBER_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const SAYS_NOTHING: ReadonlySet<string> = new Set(["a", "an", "the", "also", "really", "very", "actually", "currently", "now"]);
const CONTRACTED: Readonly<Record<string, string>> = { re: "are", ll: "will", ve: "have", m: "am" };
const NEGATED: Readonly<Record<string, string>> = { can: "can", wo: "will", sha: "shall", ai: "is" };

function englishWords(word: string): readonly string[] {
  if (SAYS_NOTHING.has(word)) return [];
  const number = NUMBER_WORDS.indexOf(word);
  if (number >= 0) return [String(number + 2)];
  if (word === "cannot" || word === "can't") return ["can", "not"];
  const negated = /^(.+)n't$/u.exec(word)?.[1];
  if (negated !== undefined) return [NEGATED[negated] ?? negated, "not"];
  const [, head, tail] = /^(.+)'(re|ll|ve|m|s|d)$/u.exec(word) ?? [];
  return head === undefined || tail === undefined ? [word] : [head, CONTRACTED[tail] ?? `'${tail}`];
}

/** Where the verb of a short statement stands: behind a name of one or two words. */
const VERB_PLACES = 3;

/** "Ann lives" and "Ann is living" in one form. A word with -s there that is no verb has no counterpart with -ing, so nothing is mixed up. */
function presentTense(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const before = words[index - 1] ?? "";
    const isHeld = /^(?:is|are|am)$/u.test(word) && index <= VERB_PLACES && /.{2}ing$/u.test(words[index + 1] ?? "");
    if (isHeld && index > 0) return [];
    if (index > 1 && index <= VERB_PLACES + 1 && /^(?:is|are|am)$/u.test(before) && /.{2}ing$/u.test(word)) return [`${stem(word, "en")}~`];
    return index > 0 && index <= VERB_PLACES && /[^su]s$/u.test(word) && word.length > 3 ? [`${stem(word, "en")}~`] : [word];
  });
}
