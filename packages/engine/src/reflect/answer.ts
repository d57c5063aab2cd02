/** From what a model gave as its answer to what the caller gets: unwrapped, of the wanted length, without made-up ids. */

import { fitsTokens } from "../domain/text/tokens.js";
import { HindsightError } from "../errors.js";
import type { Asker } from "./asker.js";
import { withoutUnknownIds } from "./citations.js";
import type { Evidence } from "./evidence.js";
import { rewritePrompt } from "./prompt.js";
import type { Task } from "./task.js";

const NO_ANSWER = "No answer provided.";

/** `seen` is all text that the run has read: an id that stands in it is no invention. */
export async function finished(task: Task, asker: Asker, evidence: Evidence, given: string, seen: string): Promise<string> {
  const none = task.work.isDocument ? "" : NO_ANSWER;
  const answer = unwrapped(given).trim();
  if (answer === "") return none;
  const fitting = fitsTokens(answer, task.maxTokens) ? answer : await shortened(task, asker, answer);
  const known = (id: string): boolean => evidence.has(id) || seen.includes(id) || task.query.toLowerCase().includes(id);
  const clean = withoutUnknownIds(fitting, known).trim();
  return clean === "" ? none : clean;
}

/** Some models give the arguments once more as their answer: `{"answer": "…"}`, with or without a fence. */
export function unwrapped(given: string): string {
  const [, inside = given] = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(given) ?? [];
  const text = inside.trim();
  if (!text.startsWith("{") || !text.endsWith("}")) return given;
  try {
    const { answer } = JSON.parse(text) as { readonly answer?: unknown };
    return typeof answer === "string" ? answer : given;
  } catch (error) {
    if (error instanceof SyntaxError) return given; // prose in braces
    throw error;
  }
}

/** One try: an answer that is too long is better than none. */
async function shortened(task: Task, asker: Asker, answer: string): Promise<string> {
  try {
    const { text } = await asker.complete("final_rewrite", {
      messages: [
        { role: "system", content: rewritePrompt(task) },
        { role: "user", content: `The question: ${task.query}\n\nThe answer:\n${answer}` },
      ],
    });
    return text.trim() === "" ? answer : text;
  } catch (error) {
    if (!(error instanceof HindsightError) || STOPS.has(error.code)) throw error;
    task.ctx.log.warn({ err: error }, "an answer could not be shortened and is given as it is");
    return answer;
  }
}

/** What ends a reflection whatever it has found. */
export const STOPS: ReadonlySet<string> = new Set(["request_cancelled", "deadline_exceeded", "spend_limit_reached", "at_capacity"]);
