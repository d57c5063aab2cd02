/** Times by their names on the wire; those that are not known are left out. */
export function timesOf(of: {
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
}): Readonly<Record<string, string>> {
  const times = { occurred_start: of.occurredStart, occurred_end: of.occurredEnd, mentioned_at: of.mentionedAt };
  return Object.fromEntries(Object.entries(times).flatMap(([name, time]) => (time === null ? [] : [[name, time.toISOString()]])));
}
