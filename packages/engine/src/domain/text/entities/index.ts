// entities: who and what a text names.
// In: a text, its language, and who says it. Out: mentions, each once, in order of appearance, precise rather than complete:
// they become the links of the graph arm, where one wrong common word would join everything to everything.

import type { EntityKind, Mention } from "../../memory.js";
import { redactionMarks } from "../redaction-mark.js";
import { roleOf } from "../split/speaker-label.js";
import { hasUnspacedScript, UNSPACED_RUN } from "../unspaced.js";
import { capitalisedNames, type Name } from "./capitalised-names.js";
import { findCodeNames } from "./code-names.js";
import { unspacedNames } from "./unspaced-names.js";

/** A memory has seldom more; a list of names would otherwise link with everything. */
export const MAX_MENTIONS = 16;
/** Names are read in this many UTF-16 units from the start. */
const MAX_READ = 6_000;
const MAX_NAME_LENGTH = 80;
/** Stands for each character that is not to be read as prose. */
const BLANK = "\u0001";

export interface MentionContext {
  readonly language: string | null;
  /** Who says the text; a mention itself, unless it is a role such as "User". */
  readonly speaker: string | null;
}

/** Finds what a text names: people, places, organisations, products, and code identifiers. */
export function findMentions(text: string, context: MentionContext): readonly Mention[] {
  const body = withoutSpeaker(text.length > MAX_READ ? text.slice(0, MAX_READ) : text, context.speaker);
  const told = blankOut(body, redactionMarks(body));
  const code = findCodeNames(told);
  const prose = blankOut(told, code);
  const isUnspaced = hasUnspacedScript(prose);
  // A Latin word with a capital in Chinese or Japanese is a name wherever it stands: as if inside a sentence.
  const spaced = isUnspaced ? `x ${prose.replace(UNSPACED_RUN, " x ")}` : prose;
  const speaker = context.speaker !== null && roleOf(context.speaker) === null ? [{ name: context.speaker, kind: "person" as const }] : [];
  const found: readonly Name[] = [
    ...speaker,
    ...code.filter(({ name }) => !name.includes(BLANK)).map(({ name }) => ({ name, kind: "code" as const })),
    ...capitalisedNames(spaced, context.language),
    ...(isUnspaced ? unspacedNames(prose) : []),
  ];
  return unique(found).slice(0, MAX_MENTIONS);
}

/** "Ann: Bob called" says of Ann that she speaks; the rest is read on its own, so that its first word opens a sentence. */
function withoutSpeaker(text: string, speaker: string | null): string {
  if (speaker === null || !text.startsWith(speaker)) return text;
  return text.slice(speaker.length).replace(/^\s*[:：]\s*/u, "");
}

function blankOut(text: string, found: readonly { readonly start: number; readonly end: number }[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of found) {
    result += `${text.slice(at, start)}${BLANK.repeat(end - start)}`;
    at = end;
  }
  return result + text.slice(at);
}

/** One mention per name, case folded; the first spelling and its kind win. */
function unique(names: readonly Name[]): readonly Mention[] {
  const byKey = new Map<string, { readonly name: string; readonly kind: EntityKind }>();
  for (const { name, kind } of names) {
    const tidy = name.replace(/\s+/gu, " ").trim();
    if (tidy === "" || tidy.length > MAX_NAME_LENGTH || byKey.has(tidy.toLowerCase())) continue;
    byKey.set(tidy.toLowerCase(), { name: tidy, kind });
  }
  return [...byKey.values()].map(({ name, kind }) => ({ name, kind, resolve: true }));
}
