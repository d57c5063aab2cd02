// Memories as a model is shown them: as data inside a fence.
// In: what a recall or a reflection found. Out: a block of text that nothing in a memory can close, or null when nothing was found.
// The rendering is the client's, and the server's. It is done here, since what a conversation says itself is taken out of the recall before.

import { fenced, MEMORY_TAG, memoryPrompt, promptMemory, quoted } from "./memory-prompt.gen.js";
import type { RecalledMemory, ReflectAnswer } from "./port.js";

export const FENCE_OPEN = `<${MEMORY_TAG}>`;
export const FENCE_CLOSE = `</${MEMORY_TAG}>`;

/** Beliefs first, then facts by document and day, a line each, with the date where it has one. */
export function fenceMemories(memories: readonly RecalledMemory[]): string | null {
  return memoryPrompt(memories.map(promptMemory)).text || null;
}

/** The answer of a reflection; its structured form where there is one. */
export function fenceReflection(answer: ReflectAnswer): string | null {
  if (answer.structured_output !== null && answer.structured_output !== undefined) return fenced([quoted(answer.structured_output)]);
  return answer.text.trim() === "" ? null : fenced([quoted(answer.text)]);
}

/** A text without the blocks in it; one that is not closed goes to the end. */
export const withoutFences = (text: string): string => text.replace(FENCED, "");
const FENCED = new RegExp(`${FENCE_OPEN}[\\s\\S]*?(?:${FENCE_CLOSE}\\s*|$)`, "g");
