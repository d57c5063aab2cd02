/** The answer from what was found, without tools: one call, or one for each part of the evidence and one over their claims. */

import type { ReflectedToolCall } from "../domain/reflect.js";
import { HindsightError } from "../errors.js";
import type { Asker } from "./asker.js";
import { goOn } from "./deadline.js";
import { entriesOf, packed } from "./evidence-text.js";
import { readerPrompt, writerPrompt } from "./prompt.js";
import type { Task } from "./task.js";

/** Parts are no smaller than this; a model that takes less cannot work. */
const LEAST_PART = 1024;
/** Share of the context that evidence may take: the rest is for rules and answer. */
const SHARE = 0.8;
/** More parts than this cost more than a search in pieces would; it is logged. */
const MANY_PARTS = 4;
/** Rounds of claims over claims: each shortens them, and one that does not ends it. */
const MOST_ROUNDS = 4;

/** Throws what the model throws. A context that turns out smaller than the setting says halves the parts. */
export async function synthesise(task: Task, asker: Asker, calls: readonly ReflectedToolCall[]): Promise<string> {
  const entries = entriesOf(calls);
  const { reflectMaxContextTokens } = task.ctx.settings;
  for (
    let limit = Math.max(LEAST_PART, Math.floor(SHARE * reflectMaxContextTokens));
    ;
    limit = Math.max(LEAST_PART, Math.floor(limit / 2))
  ) {
    try {
      return await fromParts(task, asker, packed(entries, limit), limit);
    } catch (error) {
      const isTooLong = error instanceof HindsightError && error.code === "llm_context_too_long";
      if (!isTooLong || limit === LEAST_PART) throw error;
      task.ctx.log.warn(
        { limit },
        "the model's context is smaller than HINDSIGHT_API_REFLECT_MAX_CONTEXT_TOKENS; the evidence is read in smaller parts",
      );
    }
  }
}

async function fromParts(task: Task, asker: Asker, all: readonly string[], limit: number): Promise<string> {
  let parts = all;
  let isClaims = false;
  for (let round = 0; parts.length > 1 && round < MOST_ROUNDS; round += 1) {
    goOn(task.ctx.signal);
    if (parts.length > MANY_PARTS) task.ctx.log.warn({ parts: parts.length }, "the evidence of a reflection is read in many parts");
    const claims = await Promise.all(parts.map((part, index) => claimsOf(task, asker, part, `${index + 1} of ${parts.length}`)));
    const shorter = packed(
      claims.filter((claim) => claim !== ""),
      limit,
    );
    isClaims = true;
    if (shorter.length >= parts.length) {
      parts = [shorter.join("\n")];
      break;
    }
    parts = shorter;
  }
  return write(task, asker, parts.join("\n"), isClaims);
}

async function claimsOf(task: Task, asker: Asker, part: string, place: string): Promise<string> {
  const { text } = await asker.complete("reflect", {
    messages: [
      { role: "system", content: readerPrompt(task) },
      { role: "user", content: `The question: ${task.query}\n\nPart ${place} of the evidence:\n${part}` },
    ],
  });
  return text.trim();
}

async function write(task: Task, asker: Asker, evidence: string, isClaims: boolean): Promise<string> {
  const what = isClaims
    ? "Claims from all parts of the evidence. Across them all, the latest mentioned_at about the same matter holds"
    : "What was found";
  const { text } = await asker.complete("reflect", {
    messages: [
      { role: "system", content: writerPrompt(task) },
      { role: "user", content: `${what}:\n${evidence}\n\nThe question: ${task.query}` },
    ],
  });
  return text.trim();
}
