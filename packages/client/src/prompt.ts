// A recall's result as text for a prompt.
// In: the reply of recall. Out: text; the plain form of the published client, or one that is fenced as data.
// What a memory says was said by somebody, once: a model must not take it for an instruction.

import { type FenceOptions, memoryPrompt, promptMemory } from "./memory-prompt.gen.js";
import type { RecallResponse } from "./types.gen.js";

/** Facts as JSON, with the chunk that each stands in where it came along, then each entity with the first of its observations. */
export function recallResponseToPromptString(response: RecallResponse): string {
  const facts = response.results.map((result) => {
    const chunk = result.chunk_id ? response.chunks?.[result.chunk_id] : undefined;
    const { text, context, occurred_start, occurred_end, mentioned_at } = result;
    const fact = { text, context, occurred_start, occurred_end, mentioned_at, source_chunk: chunk?.text };
    return Object.fromEntries(Object.entries(fact).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  });
  const entities = Object.entries(response.entities ?? {}).flatMap(([name, { observations }]) => {
    const [summary] = observations;
    return summary === undefined ? [] : [`## ${name}\n${summary.text}`];
  });
  const parts = [`FACTS:\n${JSON.stringify(facts, null, 2)}`];
  if (entities.length > 0) parts.push(`ENTITIES:\n${entities.join("\n\n")}`);
  return parts.join("\n\n");
}

export interface MemoryPromptOptions extends FenceOptions {
  /** What to return when nothing was recalled, or nothing fits; "" if unset. */
  readonly empty?: string | undefined;
}

/**
 * The result between two tags, as `format: "prompt"` of a recall renders it: beliefs, then facts by document and day, each a line of JSON, below a word
 * that all of it is data. Nothing that a memory says can close the fence. For what was filtered after the recall, and for servers that render nothing.
 */
export function recallResponseToMemoryPrompt(response: Pick<RecallResponse, "results">, options: MemoryPromptOptions = {}): string {
  const { empty = "", ...fence } = options;
  return memoryPrompt(response.results.map(promptMemory), fence).text || empty;
}
