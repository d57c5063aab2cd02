// Memories as the verbs read and show them: facts and observations, with how an observation came to say what it says.
// In: a bank, and an id or a filter. Out: the server's replies, and tables of them.

import { type Api, bankPath } from "./api.js";
import { happened } from "./happened.js";
import { facts, shown, table, when } from "./output.js";
import { query } from "./query.js";

export interface MemoryRow {
  readonly id: string;
  readonly text: string;
  readonly fact_type: string | null;
  readonly date: string;
  readonly document_id: string | null;
  readonly proof_count: number;
  readonly tags: readonly string[];
  readonly invalidation_reason?: string | null;
}

export interface MemoryPage {
  readonly items: readonly MemoryRow[];
  readonly total: number;
}

export interface Memory {
  readonly id: string;
  readonly text: string;
  readonly type: string;
  readonly mentioned_at: string | null;
  readonly occurred_start: string | null;
  readonly occurred_end: string | null;
  readonly document_id: string | null;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  readonly consolidated_at: string | null;
  readonly consolidation_failed_at: string | null;
  readonly state?: string;
  readonly invalidation_reason?: string | null;
  /** Of observations: the facts that bear it out. */
  readonly source_memories?: readonly { readonly id: string; readonly text: string; readonly mentioned_at: string | null }[];
  readonly evidence?: readonly { readonly memory_id: string; readonly quote: string | null }[];
  readonly proof_count?: number;
  readonly trend?: string | null;
}

export interface Change {
  readonly previous_text: string;
  readonly changed_at: string;
  readonly reason?: string | null;
  readonly source_facts: readonly { readonly text?: string | null; readonly is_new: boolean }[];
}

export const memoryPath = (bank: string, id: string, rest = ""): string => bankPath(bank, `/memories/${encodeURIComponent(id)}${rest}`);

export function listMemories(api: Api, bank: string, filter: Parameters<typeof query>[0]): Promise<MemoryPage> {
  return api.get<MemoryPage>(bankPath(bank, `/memories/list${query(filter)}`));
}

export function readHistory(api: Api, bank: string, id: string): Promise<readonly Change[]> {
  return api.get<readonly Change[]>(memoryPath(bank, id, "/history"));
}

/** `about` is the second line below an id. */
export function memoryTable({ items, total }: MemoryPage, about: (row: MemoryRow) => string, none: string): string {
  if (items.length === 0) return none;
  const rows = items.map((row) => [`${row.id}\n${about(row)}`, row.text]);
  return `${table(["memory", "text"], rows)}\n${items.length} of ${total}`;
}

export function memoryFacts(memory: Memory): string {
  const rows: readonly (readonly [string, unknown])[] = [
    ["memory", memory.id],
    ["kind", memory.type],
    ["text", memory.text],
    ["document", memory.document_id],
    ["tags", memory.tags],
    ["about", memory.entities],
    ["happened (UTC)", span(memory)],
    ["said (UTC)", memory.mentioned_at === null ? null : when(memory.mentioned_at)],
    ["out of use", memory.state === "invalidated" ? (memory.invalidation_reason ?? "yes") : null],
    ["facts behind it", memory.proof_count],
    ["trend", memory.trend],
    ["consolidated (UTC)", memory.consolidated_at === null ? null : when(memory.consolidated_at)],
    ["consolidation failed (UTC)", memory.consolidation_failed_at === null ? null : when(memory.consolidation_failed_at)],
  ];
  return facts(rows.filter(([, value]) => shown(value) !== "–"));
}

function span({ occurred_start: start, occurred_end: end }: Memory): string | null {
  if (start === null) return null;
  return happened(start, end);
}

/** The facts behind an observation, each with the words that bear it out. */
export function evidenceTable({ source_memories: sources = [], evidence = [] }: Memory): string {
  if (sources.length === 0) return "No fact stands behind it.";
  const rows = sources.map(({ id, text, mentioned_at }) => {
    const quote = evidence.find((each) => each.memory_id === id)?.quote;
    return [id, when(mentioned_at), quote ? `${text}\n(“${quote}”)` : text];
  });
  return table(["fact", "said (UTC)", "what it says, and the words that count"], rows);
}

/** Oldest change first, as the server sends them. */
export function historyTable(changes: readonly Change[], none: string): string {
  if (changes.length === 0) return none;
  const rows = changes.map(({ changed_at, previous_text, reason, source_facts }) => [
    when(changed_at),
    previous_text,
    [reason, ...source_facts.filter(({ is_new }) => is_new).map(({ text }) => `+ ${text ?? "a fact that is gone"}`)]
      .filter(Boolean)
      .join("\n") || "–",
  ]);
  return table(["changed (UTC)", "it said before", "why, and the facts that came"], rows, 1);
}
