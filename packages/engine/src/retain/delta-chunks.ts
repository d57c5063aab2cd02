import type { DocumentMemory } from "../store/memories/read-document-memories.js";
import type { LaidChunk } from "./lay-out.js";

/**
 * What is stored of a chunk that a language model reads. `kept`: its facts. `known`: it was read, and no fact of it is there (any more). `new`: it has
 * to be read.
 */
export type ChunkState = { readonly is: "kept"; readonly memories: readonly DocumentMemory[] } | { readonly is: "known" | "new" };

/**
 * Finds for each chunk that a model reads what an earlier version of the document has of it, so that only what changed is paid for. A chunk takes the
 * facts of a stored chunk with its source, the one at its own index first, then any that is left over; and one that was read and has no facts is known
 * all the same, for each time it is stored.
 */
export function matchChunks(
  storedSources: readonly (string | null)[],
  memories: readonly DocumentMemory[],
  chunks: readonly LaidChunk[],
): ReadonlyMap<LaidChunk, ChunkState> {
  const readBefore = new Map<string, number>();
  for (const source of storedSources) if (source !== null) readBefore.set(source, (readBefore.get(source) ?? 0) + 1);
  const groups = groupMemories(memories);
  const states = new Map<LaidChunk, ChunkState>();
  const toRead = chunks.flatMap((chunk) => (chunk.source === null ? [] : [{ chunk, source: chunk.source }]));
  const keep = (chunk: LaidChunk, source: string, index: number): void => {
    const group = groups.get(source);
    const found = group?.get(index);
    if (found === undefined) return;
    group?.delete(index);
    readBefore.set(source, (readBefore.get(source) ?? 0) - 1);
    states.set(chunk, { is: "kept", memories: found });
  };
  for (const { chunk, source } of toRead) keep(chunk, source, chunk.index);
  for (const { chunk, source } of toRead) {
    const [left] = groups.get(source)?.keys() ?? [];
    if (!states.has(chunk) && left !== undefined) keep(chunk, source, left);
  }
  for (const { chunk, source } of toRead) {
    if (states.has(chunk)) continue;
    const times = readBefore.get(source) ?? 0;
    readBefore.set(source, times - 1);
    states.set(chunk, { is: times > 0 ? "known" : "new" });
  }
  return states;
}

/** Memories by source and by the chunk that they lie in. */
function groupMemories(memories: readonly DocumentMemory[]): Map<string, Map<number, DocumentMemory[]>> {
  const groups = new Map<string, Map<number, DocumentMemory[]>>();
  for (const memory of memories) {
    if (memory.sourceHash === null) continue;
    const group = groups.get(memory.sourceHash) ?? new Map<number, DocumentMemory[]>();
    groups.set(memory.sourceHash, group);
    const index = memory.chunkIndex ?? -1;
    group.set(index, [...(group.get(index) ?? []), memory]);
  }
  return groups;
}
