/** What a provider says of a failure may quote the prompt, and so memories; messages of failures are kept where deletion does not look. Pure. */

import { ModelCallError } from "./adapter.js";
import type { Message } from "./provider.js";

/** Characters in a row that are a quotation. A window's size or a parameter's name is shorter, or does not stand in what the user's messages say. */
const QUOTED = 16;
const LEFT_OUT = "…";

/** The same failure, in words that quote nothing of what the messages hold; nor do the failures behind it, which the server's log tells with it. */
export function withoutEcho(error: unknown, messages: readonly Message[]): unknown {
  if (!(error instanceof ModelCallError)) return error;
  const text = said(messages);
  const message = unquoted(error.message, text);
  if (message === error.message && error.cause === undefined) return error;
  const { failure, status, retryAfterMs, usage, cause } = error;
  const copy = new ModelCallError(failure, message, { status, retryAfterMs, usage, cause: causeWithout(cause, text) });
  copy.stack = `${copy.name}: ${message}${placeOf(error)}`;
  return copy;
}

/** Causes that are told; errors may be each other's. */
const MOST_CAUSES = 5;
/** Characters of a cause's words: an SDK's may be the prompt from end to end, and looking for quotations takes as long as both texts multiplied. */
const LONGEST_CAUSE = 500;

/** Name, code, words and place of an error and of those behind it. Their other fields go: an SDK keeps the whole prompt and the answer's body in them. */
function causeWithout(cause: unknown, text: string, depth = 1): unknown {
  if (depth > MOST_CAUSES) return undefined;
  if (!(cause instanceof Error)) return typeof cause === "string" ? unquoted(cause.slice(0, LONGEST_CAUSE), text) : undefined;
  const behind = causeWithout(cause.cause, text, depth + 1);
  const copy = new Error(unquoted(cause.message.slice(0, LONGEST_CAUSE), text), behind === undefined ? undefined : { cause: behind });
  copy.name = cause.name;
  copy.stack = `${copy.name}: ${copy.message}${placeOf(cause)}`;
  const { code } = cause as { readonly code?: unknown };
  return typeof code === "string" ? Object.assign(copy, { code }) : copy;
}

/** What the stack says after the words; nothing where it does not hold them, for other words would stand there. */
function placeOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  return at === -1 ? "" : stack.slice(at + message.length);
}

/** What others wrote: the rules of the system are ours. White space counts as one space, as in a message of one line; a quotation may be escaped. */
function said(messages: readonly Message[]): string {
  const texts = messages.flatMap((message) => {
    if (message.role === "system") return [];
    const calls = message.role === "assistant" && message.toolCalls !== undefined ? [JSON.stringify(message.toolCalls)] : [];
    const { content } = message;
    return [...(typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : []))), ...calls];
  });
  const plain = texts.join("\n");
  return [plain, plain.replace(/\\(["\\/])/g, "$1"), JSON.stringify(plain).slice(1, -1)]
    .map((text) => text.replace(/\s+/g, " "))
    .join("\n");
}

function unquoted(words: string, text: string): string {
  let kept = "";
  for (let at = 0; at < words.length; ) {
    if (!text.includes(words.slice(at, at + QUOTED)) || at + QUOTED > words.length) {
      kept += words[at];
      at += 1;
      continue;
    }
    let end = at + QUOTED;
    while (end < words.length && text.includes(words.slice(at, end + 1))) end += 1;
    kept += kept.endsWith(LEFT_OUT) ? "" : LEFT_OUT;
    at = end;
  }
  return kept;
}
