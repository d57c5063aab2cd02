// What a fact is after an edit.
// In: the fact, and what a caller changes. Out: the fact as it is to be, and which fields the edit touches. Pure.

import type { EditedField, MemoryChange } from "../domain/curation.js";
import type { MemoryKind } from "../domain/memory.js";
import { isBlank, sanitise } from "../domain/text/sanitise.js";
import { parseTimestamp } from "../domain/time/index.js";
import { HindsightError } from "../errors.js";
import type { CuratedFact } from "../store/curation/read-fact.js";

export interface Changed {
  readonly fact: CuratedFact;
  /** Fields that are other than they were; of the entities the caller alone knows, so they are among them whenever they are given. */
  readonly fields: readonly EditedField[];
}

/** Throws `bad_argument` for a blank text, a date that is none, and an end before its start. */
export function changed(before: CuratedFact, change: MemoryChange): Changed {
  const text = change.text === undefined ? before.text : sanitise(change.text);
  if (isBlank(text))
    throw new HindsightError("bad_argument", "The text of a memory cannot be blank. Invalidate the memory to take it out of use.");
  const context = change.context === undefined ? before.context : isBlank(change.context) ? null : sanitise(change.context);
  const kind: MemoryKind = change.kind ?? before.kind;
  const said = change.mentionedAt === undefined ? undefined : momentOf("mentioned_at", change.mentionedAt);
  const [mentionedAt, mentionedOffset] =
    said === undefined ? [before.mentionedAt, before.mentionedOffset] : [said?.at ?? null, said?.offsetMinutes ?? null];
  const fact: CuratedFact = { ...before, text, context, kind, mentionedAt, mentionedOffset, ...occurredOf(before, change) };
  const isOther: Readonly<Record<EditedField, boolean>> = {
    text: text !== before.text,
    context: context !== before.context,
    occurred: !isSameTime(fact.occurredStart, before.occurredStart) || !isSameTime(fact.occurredEnd, before.occurredEnd),
    mentioned_at: !isSameTime(mentionedAt, before.mentionedAt) || mentionedOffset !== before.mentionedOffset,
    kind: kind !== before.kind,
    entities: change.entities !== undefined,
  };
  const fields = (Object.keys(isOther) as readonly EditedField[]).filter((field) => isOther[field]);
  return { fact: { ...fact, editedFields: [...new Set([...before.editedFields, ...fields])].sort() }, fields };
}

type Occurred = Pick<CuratedFact, "occurredStart" | "occurredEnd" | "datePrecision">;

/** An end or a start that the caller does not name comes along when it would lie on the wrong side of the other. */
function occurredOf(before: CuratedFact, change: MemoryChange): Occurred {
  const { occurredStart: start, occurredEnd: end } = change;
  if (start === undefined && end === undefined) {
    return { occurredStart: before.occurredStart, occurredEnd: before.occurredEnd, datePrecision: before.datePrecision };
  }
  const from = start === undefined ? before.occurredStart : (momentOf("occurred_start", start)?.at ?? null);
  const until = end === undefined ? before.occurredEnd : (momentOf("occurred_end", end)?.at ?? null);
  const isReversed = from !== null && until !== null && until < from;
  if (isReversed && start && end) throw new HindsightError("bad_argument", `occurred_end '${end}' lies before occurred_start '${start}'.`);
  const occurredStart = isReversed && start === undefined ? until : from;
  const occurredEnd = isReversed && end === undefined ? from : until;
  const isByDay = [start, end].every((given) => !given || DAY.test(given.trim()));
  return { occurredStart, occurredEnd, datePrecision: occurredStart === null ? null : isByDay ? "day" : "second" };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function momentOf(field: string, given: string | null): ReturnType<typeof parseTimestamp> {
  if (given === null || given.trim() === "") return null;
  const moment = parseTimestamp(given);
  if (moment === null) throw new HindsightError("bad_argument", `${field} '${given.slice(0, 80)}' is not an ISO 8601 date.`);
  return moment;
}

function isSameTime(a: Date | null, b: Date | null): boolean {
  return (a?.getTime() ?? null) === (b?.getTime() ?? null);
}
