// read-object: the object in a model's answer, wherever and however it was written.
// In: the text of an answer. Out: a parsed object or array, or a sentence that says what is wrong with it.
// Reasoning is stripped, fences and talk around the object fall away, faults of form are mended. What was cut off is never completed.

import { sanitise } from "../../../domain/text/sanitise.js";
import { findSpans, isTooDeep, type OpenSpan } from "./find-spans.js";
import { mendStrings } from "./mend-strings.js";
import { sanitiseAll } from "./sanitise-all.js";
import { stripReasoning } from "./strip-reasoning.js";

export { sanitiseAll } from "./sanitise-all.js";
export { stripReasoning } from "./strip-reasoning.js";

export type Reading = { readonly ok: true; readonly value: object } | { readonly ok: false; readonly problem: string };

/** An answer may hold many brackets; the object is among the longest. */
const MOST_TRIED = 20;

/** Reads the object or array of an answer. Rejects only for faults of its own. */
export async function readObject(answer: string): Promise<Reading> {
  const text = stripReasoning(sanitise(answer), "object");
  const { closed, open } = findSpans(text);
  for (const span of [...closed].sort((a, b) => b.length - a.length).slice(0, MOST_TRIED)) {
    const value = parse(span);
    if (value !== null) return { ok: true, value: sanitiseAll(value) as object };
  }
  const whole = open === null ? null : completeOf(open);
  for (const span of [whole, longest(closed)]) {
    const value = span === null ? null : (parse(span) ?? (await mend(span)));
    if (value !== null) return { ok: true, value: sanitiseAll(value) as object };
  }
  if (open !== null && whole === null)
    return { ok: false, problem: "The JSON is cut off before its end, or a quote in it is not escaped." };
  const isWithout = open === null && closed.length === 0;
  return { ok: false, problem: isWithout ? "There is no JSON object in the answer." : "The answer is not valid JSON." };
}

function parse(text: string): object | null {
  const value = parsed(text) ?? parsed(mendStrings(text));
  return typeof value === "object" ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // the caller mends it
    throw error;
  }
}

/** Trailing commas, single quotes, comments, unquoted keys, missing closing brackets. */
async function mend(text: string): Promise<object | null> {
  if (isTooDeep(text)) return null;
  const { JSONRepairError, jsonrepair } = await import("jsonrepair");
  try {
    const value = parsed(jsonrepair(mendStrings(text)));
    return typeof value === "object" ? value : null;
  } catch (error) {
    if (error instanceof JSONRepairError) return null; // the caller says so
    throw error;
  }
}

/** What was opened and not closed, with its closing brackets where nothing else is missing; null where it is cut. Between other quotes nothing is counted. */
function completeOf({ text, closers }: OpenSpan): string | null {
  const trimmed = text.trimEnd().replace(/\s*```$/, "");
  if (!/[}\]]$/.test(trimmed)) return null;
  if (/^[{[\s]*'/.test(trimmed)) return trimmed;
  return closers === null ? null : trimmed + closers;
}

function longest(spans: readonly string[]): string | null {
  return spans.reduce<string | null>((best, span) => (best === null || span.length > best.length ? span : best), null);
}
