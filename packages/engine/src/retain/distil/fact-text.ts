import { sentences } from "../../domain/text/split/sentences.js";
import { spoken, spokenOrNothing, type WireObject } from "./wire-values.js";

/**
 * UTF-16 units that a statement, and each of its side fields, may have. A statement as long as a whole chunk of the default size still fits; what is longer
 * is a model that runs on (one wrote 58,000 words), which no encoder reads and no recall could return. It is cut at a sentence.
 */
export const MAX_STATEMENT = 3000;
export const MAX_SIDE_FIELD = 500;

const HAS_CONTENT = /[\p{L}\p{N}]|\p{Extended_Pictographic}/u;

/** The statement of a fact: `what`, or what older prompts called it. Null when it says nothing: no letter, no number, no picture. */
export function statementOf(fact: WireObject): string | null {
  const what = spoken(fact.what) ?? spoken(fact.factual_core) ?? spoken(fact.text);
  return what !== null && HAS_CONTENT.test(what) ? bounded(what, MAX_STATEMENT) : null;
}

/** True when the entry has no statement at all, not even an empty one: the model did not keep to the form. */
export function lacksStatement(fact: WireObject): boolean {
  return ![fact.what, fact.factual_core, fact.text].some((value) => typeof value === "string" || spoken(value) !== null);
}

/** The stored form: `what | When: … | Involving: … | why`. Parts that say nothing are left out; `where` belongs into `what`. */
export function factText(statement: string, fact: WireObject): string {
  const when = sideField(fact.when);
  const who = sideField(fact.who);
  const why = sideField(fact.why);
  return [statement, when && `When: ${when}`, who && `Involving: ${who}`, why].filter((part) => part !== null).join(" | ");
}

export function sideField(value: unknown): string | null {
  const text = spokenOrNothing(value);
  return text === null ? null : bounded(text, MAX_SIDE_FIELD);
}

/** At most `max` UTF-16 units: whole sentences where that keeps half of them, else whole words, with an ellipsis. */
function bounded(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const whole = sentences(head).slice(0, -1).join("").trimEnd();
  if (whole.length >= max / 2) return whole;
  const words = head.slice(0, Math.max(head.lastIndexOf(" "), 0));
  const kept = words.length >= max / 2 ? words : head.replace(/[\ud800-\udbff]$/u, "");
  return `${kept}…`;
}
