// A memory as a form holds it, and what a changed form asks of the server.
// In: a memory, or two drafts. Out: a draft; the fields that differ, null where none does.

import type { api } from "@hindsight-memory/client";
import type { Memory } from "./queries";

export interface Draft {
  readonly text: string;
  readonly context: string;
  readonly fact_type: "world" | "experience";
  /** `YYYY-MM-DDTHH:MM` in UTC, as `datetime-local` has it; empty is none. */
  readonly mentioned_at: string;
  readonly occurred_start: string;
  readonly occurred_end: string;
  readonly entities: readonly string[];
}

const MINUTES = 16;
const local = (at: string | null): string => (at === null ? "" : new Date(at).toISOString().slice(0, MINUTES));
const instant = (at: string): string | null => (at === "" ? null : new Date(`${at}Z`).toISOString());

export const draftOf = (memory: Memory): Draft => ({
  text: memory.text,
  context: memory.context,
  fact_type: memory.type === "experience" ? "experience" : "world",
  mentioned_at: local(memory.mentioned_at),
  occurred_start: local(memory.occurred_start),
  occurred_end: local(memory.occurred_end),
  entities: memory.entities,
});

/** Only what differs is sent: a date that was not touched keeps its seconds. */
export function changeOf(before: Draft, after: Draft): api.UpdateMemoryRequest | null {
  const change: api.UpdateMemoryRequest = {
    ...(after.text.trim() === before.text.trim() ? {} : { text: after.text.trim() }),
    ...(after.context === before.context ? {} : { context: after.context }),
    ...(after.fact_type === before.fact_type ? {} : { fact_type: after.fact_type }),
    ...(after.mentioned_at === before.mentioned_at ? {} : { mentioned_at: instant(after.mentioned_at) }),
    ...(after.occurred_start === before.occurred_start ? {} : { occurred_start: instant(after.occurred_start) }),
    ...(after.occurred_end === before.occurred_end ? {} : { occurred_end: instant(after.occurred_end) }),
    ...(JSON.stringify(after.entities) === JSON.stringify(before.entities) ? {} : { entities: [...after.entities] }),
  };
  return Object.keys(change).length === 0 ? null : change;
}
