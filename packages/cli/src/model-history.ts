// What a mental model, or the page that it is the text of, said before.
// In: the server's reply. Out: a table, newest first.

import { begun, table, when } from "./output.js";

export interface ModelChange {
  readonly previous_content: string | null;
  readonly changed_at: string;
  readonly kind: string;
  readonly outcome?: string | null;
  readonly error_message?: string | null;
}

/** Characters of what it said that a row shows; the JSON output has all. */
const SHOWN = 400;

export function modelHistoryText(changes: readonly ModelChange[], isFull: boolean): string {
  if (changes.length === 0) return "It has said nothing else yet.";
  const said = (change: ModelChange): string => {
    if (change.error_message) return change.error_message;
    if (change.previous_content === null) return "–";
    return isFull ? change.previous_content : begun(change.previous_content, SHOWN);
  };
  return table(
    ["when (UTC)", "what", "it said before, or why it failed"],
    changes.map((change) => [when(change.changed_at), change.kind.replaceAll("_", " "), said(change)]),
  );
}
