// The mark that memory defense leaves where it took something out.
// In: the name of a detector; texts and names. Out: the mark; where marks stand in a text; whether a name comes from one.
// A mark says that something is gone: what stands in it names nobody and nothing, and would tie every memory with a secret to every other.

const MARK = /\[REDACTED:[^\]\n]{0,200}(?:\]|$)/gu;

/** What stands in a text for what a detector found. */
export function redactionMark(label: string): string {
  return `[REDACTED:${label}]`;
}

/** Where marks stand, from left to right, in UTF-16 units; one that is cut off by the end of the text counts. */
export function redactionMarks(text: string): readonly { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(MARK)].map(({ index, 0: mark }) => ({ start: index, end: index + mark.length }));
}

/** True for a name with a mark in it: whatever way it came in, no entity is called so. */
export function hasMark(name: string): boolean {
  return redactionMarks(name).length > 0;
}

/** True for a name with a mark in it, and for one that stands nowhere in a text but in its marks, without regard to case and underscores. */
export function isOfMark(name: string, text: string): boolean {
  if (hasMark(name)) return true;
  const marks = text.match(MARK) ?? [];
  if (marks.length === 0) return false;
  const sought = plain(name);
  return plain(marks.join(" ")).includes(sought) && !plain(text.replace(MARK, " ")).includes(sought);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/gu, " ");
}
