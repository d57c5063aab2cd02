// Curation: what callers change by hand in what was retained.
// In: nothing. Out: types only.

/** Whether a fact is in use. One that is `invalidated` is kept, and found by nobody who does not ask for it. */
export type MemoryState = "valid" | "invalidated";
export const MEMORY_STATES: readonly MemoryState[] = ["valid", "invalidated"];

/** Fields of a fact that a caller gave it in place of what was retained. */
export type EditedField = "text" | "context" | "occurred" | "mentioned_at" | "kind" | "entities";

/** A change of a fact by hand. Absent fields stay; dates are ISO 8601, and null or "" takes one away. */
export interface MemoryChange {
  readonly text?: string | undefined;
  /** "" takes it away. */
  readonly context?: string | undefined;
  readonly occurredStart?: string | null | undefined;
  readonly occurredEnd?: string | null | undefined;
  readonly mentionedAt?: string | null | undefined;
  readonly kind?: "world" | "experience" | undefined;
  /** All names that the fact has from now on. */
  readonly entities?: readonly string[] | undefined;
  /** False takes the names literally. True unless given. */
  readonly resolveEntities?: boolean | undefined;
  readonly state?: MemoryState | undefined;
  /** Why it is taken out of use. */
  readonly reason?: string | undefined;
}

/** What is taken from an entity: an alias (its name or id), or the mentions of some memories, which are of the entity of that name from then on. */
export type EntitySplit = { readonly alias: string } | { readonly name: string; readonly memoryIds: readonly string[] };
