// The values that everything else passes around: memories, documents, chunks, entities, places.
// In: nothing. Out: types only.

import type { Reading } from "./reading.js";

/** What a memory is. `world`: true of the world; `experience`: what the agent did or lived; `observation`: a belief consolidated from facts. */
export type MemoryKind = "world" | "experience" | "observation";
export const MEMORY_KINDS: readonly MemoryKind[] = ["world", "experience", "observation"];

/** How exact a date is: a year is not 1 January. */
export type DatePrecision = "year" | "quarter" | "month" | "week" | "day" | "hour" | "minute" | "second";

/** A stretch of time, `end` included: the last instant that belongs to it. */
export interface TimeSpan {
  readonly start: Date;
  readonly end: Date;
  readonly precision: DatePrecision;
}

/** A moment that someone named, with the zone it was named in. */
export interface Moment {
  readonly at: Date;
  /** Minutes east of UTC; 0 for `Z` and for naive timestamps, which are read as UTC. */
  readonly offsetMinutes: number;
}

export type Role = "user" | "assistant" | "system" | "tool";

export type EntityKind = "person" | "place" | "organisation" | "product" | "code" | "concept" | "label";

/** A name found in a text, or given by the caller. */
export interface Mention {
  readonly name: string;
  readonly kind: EntityKind;
  /** False when the caller asked that the name be taken literally: it matches case-insensitively and in full, or becomes a new entity. */
  readonly resolve: boolean;
}

/** A unit of text that is to become one memory: a turn, a sentence group, a chunk. Made by split and extract. */
export interface Unit {
  /** As it is shown; for a turn with its speaker in front ("Ann: I moved to Delft."). */
  readonly text: string;
  readonly speaker: string | null;
  readonly role: Role | null;
  /** When this turn was said, where the text itself tells (JSON messages, timestamps in a transcript); else the item's time holds. */
  readonly saidAt: Moment | null;
  /** Turns of a dialogue keep their neighbours and never collapse at write. */
  readonly isTurn: boolean;
  /** Where a language model read it: what it found. Such a unit has no speaker and is no turn. */
  readonly reading?: Reading;
}
