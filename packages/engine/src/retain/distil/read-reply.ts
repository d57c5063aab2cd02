import { withoutPlaceholders } from "../../domain/attachments.js";
import type { Mention } from "../../domain/memory.js";
import type { Reading } from "../../domain/reading.js";
import { isBlank } from "../../domain/text/sanitise.js";
import { attachedTo } from "./attached.js";
import { factText, lacksStatement, sideField, statementOf } from "./fact-text.js";
import { readLabels } from "./label-mentions.js";
import { type KindOf, kindsIn, readNames } from "./names.js";
import { occurredOf } from "./occurred.js";
import { MAX_CAUSES } from "./reply-schema.js";
import type { ChunkSource, DistilSettings } from "./types.js";
import { isWireObject, listOf, spoken, type WireObject } from "./wire-values.js";

/** What one reply came to. */
export interface ReadReply {
  readonly readings: readonly Reading[];
  /** Entries that are no facts: of the wrong form, or saying nothing. */
  readonly dropped: number;
  /** Of these, those of the wrong form: no object, or none with a statement. */
  readonly malformed: number;
  readonly entries: number;
}

/**
 * Reads the entries of a reply, leniently: whatever is of use is kept, nothing throws. Causes name entries of the reply by their places in it; they are
 * counted over to the readings that survive, so a dropped entry shifts nobody's cause.
 */
export function readReply(entries: readonly unknown[], chunk: ChunkSource, settings: DistilSettings): ReadReply {
  const isVerbatim = settings.mode === "verbatim";
  const kindInChunk = kindsIn(chunk.text);
  const read = entries.map((entry) => (isWireObject(entry) ? readFact(entry, chunk, settings, kindInChunk) : null));
  const places = new Map<number, number>();
  for (const [index, one] of read.entries()) if (one !== null) places.set(index, places.size);
  const readings = read.flatMap((one, index): readonly Reading[] => {
    if (one === null) return [];
    const causes =
      settings.extractsCausalLinks && !isVerbatim ? readCauses((entries[index] as WireObject).causal_relations, index, places) : [];
    return [{ ...one, causedBy: causes }];
  });
  const malformed = entries.filter((entry) => !isWireObject(entry) || (!isVerbatim && lacksStatement(entry))).length;
  return { readings, dropped: entries.length - readings.length, malformed, entries: entries.length };
}

function readFact(fact: WireObject, chunk: ChunkSource, settings: DistilSettings, kindInChunk: KindOf): Omit<Reading, "causedBy"> | null {
  const isVerbatim = settings.mode === "verbatim";
  const statement = isVerbatim ? chunk.text : statementOf(fact);
  if (statement === null) return null;
  const text = isVerbatim ? chunk.text : factText(statement, fact);
  if (!isVerbatim && isEcho(text, chunk)) return null;
  const kinds = isVerbatim ? [kindInChunk] : [kindsIn(text), kindInChunk];
  const names = settings.allowsFreeForm ? readNames(fact.entities, kinds, `${text}\n${chunk.text}`) : [];
  const labels = readLabels(fact.labels, settings.labels);
  const isEvent = spoken(fact.fact_kind)?.toLowerCase() === "event";
  return {
    text,
    kind: isExperience(fact) ? "experience" : "world",
    mentions: withLabels(names, labels.mentions),
    occurred: isEvent
      ? occurredOf({ start: fact.occurred_start, end: fact.occurred_end, when: sideField(fact.when), text }, chunk.item.said)
      : null,
    tags: labels.tags,
    attachments: attachmentsOf(fact, chunk, isVerbatim),
  };
}

/** Some models give a placeholder back as if it said something: no fact, unless the item holds nothing else. */
function isEcho(text: string, { item }: ChunkSource): boolean {
  return item.attachments.length > 0 && isBlank(withoutPlaceholders(text)) && !isBlank(withoutPlaceholders(item.content));
}

/** `assistant` is what the agent did or lived. Some models say so in `fact_kind`, or use our own word for it. */
function isExperience(fact: WireObject): boolean {
  const type = spoken(fact.fact_type)?.toLowerCase() ?? "";
  if (type === "assistant" || type === "experience") return true;
  return type !== "world" && spoken(fact.fact_kind)?.toLowerCase() === "assistant";
}

/** Names first; a name that is also a label is the label. */
function withLabels(names: readonly Mention[], labels: readonly Mention[]): readonly Mention[] {
  const keys = new Set(labels.map((label) => label.name.toLowerCase()));
  return [...names.filter((name) => !keys.has(name.name.toLowerCase())), ...labels];
}

/** Of the ids that the entry names, those that stand in the chunk; of a chunk kept verbatim, all of them. */
function attachmentsOf(fact: WireObject, chunk: ChunkSource, isVerbatim: boolean): readonly string[] {
  const ids = attachedTo(chunk);
  if (isVerbatim || ids.length === 0) return ids;
  const named = listOf(fact.attachments).map((one) => spoken(one) ?? "");
  return ids.filter((id) => named.some((name) => name.includes(id)));
}

/** Causes are facts that come before; others, and further kinds of relation, are dropped. */
function readCauses(value: unknown, ownPlace: number, places: ReadonlyMap<number, number>): readonly number[] {
  const found = new Set<number>();
  for (const relation of listOf(value)) {
    if (!isWireObject(relation) || spoken(relation.relation_type)?.toLowerCase() !== "caused_by") continue;
    const target = typeof relation.target_index === "string" ? Number(relation.target_index.trim() || Number.NaN) : relation.target_index;
    if (typeof target !== "number" || !Number.isInteger(target) || target < 0 || target >= ownPlace) continue;
    const place = places.get(target);
    if (place !== undefined && found.size < MAX_CAUSES) found.add(place);
  }
  return [...found];
}
