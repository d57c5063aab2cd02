/** Memories as the model reads them: no scores, no metadata, no ids but their own; what is empty is left out. */

import type { RecalledMemory, RecallResult } from "../../domain/requests.js";

export type ShownMemory = Readonly<Record<string, unknown>>;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function shown(memory: RecalledMemory, { entities }: { readonly entities: boolean }): ShownMemory {
  return pruned({
    id: memory.id,
    text: memory.text,
    type: memory.kind,
    context: memory.context,
    entities: entities ? memory.entities : null,
    occurred_start: iso(memory.occurredStart),
    occurred_end: iso(memory.occurredEnd),
    mentioned_at: iso(memory.mentionedAt),
    tags: memory.tags,
    source_fact_ids: memory.sourceFactIds,
    ...doubtsAbout(memory),
  });
}

/** What warns of a memory: a source that is not to be relied on, words that instruct whoever reads them. */
export function doubtsAbout({ trust, instructionSigns }: Pick<RecalledMemory, "trust" | "instructionSigns">): ShownMemory {
  return { ...(trust === "low" ? { source_trust: "low" } : {}), ...(instructionSigns.length === 0 ? {} : { instruction_like: true }) };
}

/** Each chunk under the id of the first memory that stands in it. */
export function shownChunks({ results, chunks }: RecallResult): Readonly<Record<string, string>> {
  const left = new Map(Object.entries(chunks ?? {}));
  const placed: Record<string, string> = {};
  for (const { id, chunkId } of results) {
    const chunk = chunkId === null ? undefined : left.get(chunkId);
    if (chunk === undefined || chunkId === null) continue;
    placed[id] = chunk.text;
    left.delete(chunkId);
  }
  return placed;
}

export function pruned(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined && !(Array.isArray(inner) && inner.length === 0)),
  );
}
