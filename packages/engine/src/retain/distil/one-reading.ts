import type { Mention, TimeSpan } from "../../domain/memory.js";
import type { Reading } from "../../domain/reading.js";
import { attachedTo } from "./attached.js";
import type { ChunkSource } from "./types.js";

/**
 * The one reading of a chunk that is kept verbatim: its text, with what the model found in it. Of several entries the first holds and takes the names,
 * labels and tags of the others, and the first date that any has. A chunk in which the model found nothing is stored all the same.
 */
export function oneReading(readings: readonly Reading[], chunk: ChunkSource): Reading {
  const [first] = readings;
  return {
    text: chunk.text,
    kind: first?.kind ?? "world",
    mentions: uniqueMentions(readings.flatMap((reading) => reading.mentions)),
    occurred: readings.map((reading): TimeSpan | null => reading.occurred).find((span) => span !== null) ?? null,
    tags: [...new Set(readings.flatMap((reading) => reading.tags))],
    causedBy: [],
    attachments: attachedTo(chunk),
  };
}

function uniqueMentions(mentions: readonly Mention[]): readonly Mention[] {
  const byKey = new Map<string, Mention>();
  for (const mention of mentions) if (!byKey.has(mention.name.toLowerCase())) byKey.set(mention.name.toLowerCase(), mention);
  return [...byKey.values()];
}
