// Which memories are worth a model's attention.
// In: what a recall found, and what stands in the conversation. Out: those that tell something besides.
// A server without a language model keeps what was said as it was said, questions too; the best match of a question is then the same question, asked before.

import type { RecalledMemory } from "./port.js";

/** Without what is nothing but questions, and without what the model reads in the conversation anyway, word for word. */
export function worthTelling(memories: readonly RecalledMemory[], conversation: readonly string[]): readonly RecalledMemory[] {
  const read = conversation.map(plain).join("\n");
  return memories.filter(({ text }) => {
    if (typeof text !== "string") return true;
    const words = text.replace(SPEAKER, "");
    return !asksOnly(words) && !(plain(words) !== "" && read.includes(plain(words)));
  });
}

/** "User: ", "Assistant: ", or a name before what somebody said. */
const SPEAKER = /^[\p{L}\p{N} ._'-]{1,60}: /u;

/** Whether each sentence is a question. */
function asksOnly(text: string): boolean {
  const sentences = text
    .split(/(?<=[.!?。！？؟…][\p{Pe}\p{Pf}"']*)\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  return sentences.length > 0 && sentences.every((sentence) => /[?？؟][\p{Pe}\p{Pf}"'!]*$/u.test(sentence));
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
