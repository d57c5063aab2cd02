/** The results as a block of text for a prompt, where one was asked for. */

import { type MemoryPrompt, memoryPrompt } from "../domain/memory-prompt.js";
import type { RecalledMemory } from "../domain/requests.js";
import { countTokens } from "../domain/text/tokens.js";

/** The whole block has at most `maxTokens` tokens, where the results have as many in their texts alone: so it may hold fewer. */
export function render(results: readonly RecalledMemory[], maxTokens: number): MemoryPrompt {
  return memoryPrompt(
    results.map((memory) => ({
      text: memory.text,
      kind: memory.kind,
      occurredStart: memory.occurredStart?.toISOString() ?? null,
      occurredEnd: memory.occurredEnd?.toISOString() ?? null,
      mentionedAt: memory.mentionedAt?.toISOString() ?? null,
      documentId: memory.documentId,
      isDoubtful: memory.trust === "low",
      isOrder: memory.instructionSigns.length > 0,
    })),
    { maxTokens, countTokens },
  );
}
