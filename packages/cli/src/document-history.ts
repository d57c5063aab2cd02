// What became of a document, for people.
// In: the server's reply. Out: a table, newest first.

import { many, table, when } from "./output.js";

interface Counted {
  readonly count: number;
}

interface DocumentEvent {
  readonly kind: string;
  readonly created_at?: string;
  readonly facts_added: number;
  readonly facts_removed: number;
  readonly observations_created?: Counted;
  readonly observations_updated?: Counted;
  readonly observations_removed?: Counted;
}

export interface DocumentHistory {
  readonly items: readonly DocumentEvent[];
  readonly total: number;
  readonly document_id: string;
}

export function documentHistoryText({ items, total, document_id: id }: DocumentHistory): string {
  if (total === 0) return `Nothing is noted of ${id}: there is no such document, or it was deleted with its history.`;
  const rows = items.map((event) => [when(event.created_at), event.kind.replaceAll("_", " "), changed(event).join(", ") || "–"]);
  return `${table(["when (UTC)", "what", "changed"], rows)}\n${items.length} of ${total}`;
}

function changed(event: DocumentEvent): readonly string[] {
  const counts: readonly (readonly [number, string, string])[] = [
    [event.facts_added, "fact", "added"],
    [event.facts_removed, "fact", "removed"],
    [event.observations_created?.count ?? 0, "observation", "made"],
    [event.observations_updated?.count ?? 0, "observation", "changed"],
    [event.observations_removed?.count ?? 0, "observation", "removed"],
  ];
  return counts.filter(([count]) => count > 0).map(([count, what, how]) => `${many(count, what)} ${how}`);
}
