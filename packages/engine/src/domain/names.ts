// Names that callers give: ids of documents, tags. One way to clean each, for writers and readers alike.

import { isBlank, sanitise } from "./text/sanitise.js";

/**
 * Longest name, in bytes of UTF-8. Names stand in index keys, and PostgreSQL takes no key above 2,704 bytes (a third of a page, nbtsort); a chunk's key
 * holds the document's id and more.
 */
export const MAX_NAME_BYTES = 1_024;

/** Ids that no path can hold: clients take them for steps between folders, also percent-encoded (WHATWG URL, "double-dot path segment"). */
export function isPathStep(id: string): boolean {
  return id === "." || id === "..";
}

/** A name as it is stored and looked up: without what the database cannot hold, else as the caller wrote it, blanks included. */
export const cleanName = sanitise;

/** Tags as they are stored: clean, each once, blank ones left out. A filter cleans its tags with `cleanName` alone: a blank one finds nothing. */
export function cleanTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map(cleanName))].filter((tag) => !isBlank(tag));
}

/** Whether a text is longer than `limit` bytes of UTF-8; one that surely fits is not measured. */
export function exceedsBytes(text: string, limit: number): boolean {
  return text.length * 3 > limit && new TextEncoder().encode(text).length > limit;
}
