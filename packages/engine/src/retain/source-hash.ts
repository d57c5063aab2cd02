import type { Unit } from "../domain/memory.js";
import type { Item } from "./item.js";
import { sha256 } from "./lay-out.js";
import type { ExtractionMode } from "./settings.js";

/**
 * SHA-256, in hex, of all that a memory is read from but its time: text, speaker, context, the caller's entities, and whether names and dates are read
 * from the text. Equal source and time, equal memory: a new version of a document keeps it; otherwise it is read anew, which costs no model here.
 */
export function sourceHash(unit: Unit, item: Pick<Item, "context" | "entities">, mode: ExtractionMode): string {
  const entities = item.entities.map(({ name, kind, resolve }) => JSON.stringify([name, kind, resolve])).sort();
  return sha256(JSON.stringify([unit.text, unit.speaker, unit.role, item.context, entities, mode === "chunks"]));
}
