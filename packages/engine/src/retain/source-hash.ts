import type { Unit } from "../domain/memory.js";
import type { DistilSettings } from "./distil/index.js";
import type { Item } from "./item.js";
import { sha256 } from "./lay-out.js";
import type { ExtractionMode } from "./settings.js";

/**
 * SHA-256, in hex, of all that a memory is read from but its time: text, speaker, context, the caller's entities, and whether names and dates are read
 * from the text. Equal source and time, equal memory: a new version of a document keeps it; otherwise it is read anew, which costs no model here.
 */
export function sourceHash(unit: Unit, item: Pick<Item, "context" | "entities">, mode: ExtractionMode): string {
  return sha256(JSON.stringify([unit.text, unit.speaker, unit.role, item.context, entitiesOf(item), mode === "chunks"]));
}

/**
 * The same of a chunk that a language model reads, and of all facts that it found there. Reading costs: another context, date or tag, or settings that
 * changed since, do not make a chunk another one. Whether facts are wanted or the chunk itself (`verbatim`) does.
 */
export function chunkSource(text: string, item: Pick<Item, "entities">, { mode }: Pick<DistilSettings, "mode">): string {
  return sha256(JSON.stringify(["read", text, entitiesOf(item), mode === "verbatim"]));
}

/** SHA-256, in hex, of everything that the model is told: equal key, equal answer. For what was read a moment ago, not for what is stored. */
export function readingKey(source: string, { said, context, metadata }: Item, settings: DistilSettings): string {
  const around = [
    said?.at.getTime() ?? null,
    said?.offsetMinutes ?? null,
    context,
    Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return sha256(JSON.stringify([source, around, settings]));
}

function entitiesOf({ entities }: Pick<Item, "entities">): readonly string[] {
  return entities.map(({ name, kind, resolve }) => JSON.stringify([name, kind, resolve])).sort();
}
