/** What a provider says of a failure may quote the prompt, and so memories; messages of failures are kept where deletion does not look. Pure. */

import { ModelCallError } from "./adapter.js";
import type { Message } from "./provider.js";

/** Characters in a row that are a quotation. A window's size or a parameter's name is shorter, or does not stand in what the user's messages say. */
const QUOTED = 16;
const LEFT_OUT = "…";

/** The same failure, in words that quote nothing of what the messages hold. */
export function withoutEcho(error: unknown, messages: readonly Message[]): unknown {
  if (!(error instanceof ModelCallError)) return error;
  const message = unquoted(error.message, said(messages));
  if (message === error.message) return error;
  const { failure, status, retryAfterMs, usage, cause } = error;
  return new ModelCallError(failure, message, { status, retryAfterMs, usage, cause });
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
