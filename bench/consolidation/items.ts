// What consolidation without a model is measured on: single statements, a fifth of which another document says again word for word.
// In: how many, a seed. Out: the same items every time.

import { noteItems } from "../extraction/items.js";
import { seeded } from "../lib/random.js";
import type { Item } from "../speed/items.js";

/** Of the items, those that say again what an earlier one said. */
export const SAID_AGAIN = 0.2;
const HOUR_MS = 3_600_000;
const FIRST = Date.UTC(2023, 0, 1);

/** Each item is a document of one sentence, an hour after the one before. */
export function statementItems(count: number, seed: number): readonly Item[] {
  const random = seeded(seed);
  const said: string[] = [];
  const fresh = freshSentences(seed);
  return Array.from({ length: count }, (_, index) => {
    const again = said[Math.floor(random() * said.length)];
    const content = again !== undefined && random() < SAID_AGAIN ? again : fresh.next().value;
    if (content !== again) said.push(content);
    return {
      content,
      document_id: `statement-${seed}-${index + 1}`,
      timestamp: new Date(FIRST + index * HOUR_MS).toISOString(),
      context: "notes",
    };
  });
}

function* freshSentences(seed: number): Generator<string, never> {
  const seen = new Set<string>();
  for (const { content } of noteItems(seed)) {
    for (const sentence of content.split(/(?<=\.) /)) {
      if (seen.has(sentence)) continue;
      seen.add(sentence);
      yield sentence;
    }
  }
  throw new Error("notes have no end");
}
