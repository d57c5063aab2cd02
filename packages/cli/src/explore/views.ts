// What the terminal browser shows: lists of a server's things, and one of them whole.
// In: a server, and what is asked for. Out: rows, and text; all of it harmless on a terminal.

import { type Api, bankPath } from "../api.js";
import { harmless } from "../harmless.js";
import { listMemories, type Memory, memoryPath } from "../memories.js";
import { many, shown, when } from "../output.js";
import { query } from "../query.js";

export const VIEWS = ["banks", "memories", "entities", "documents", "query"] as const;
export type View = (typeof VIEWS)[number];

export interface Asked {
  readonly view: View;
  /** Null in the view of banks alone. */
  readonly bank: string | null;
  /** Of the query view. */
  readonly query: string;
  readonly offset: number;
}

export interface Row {
  readonly id: string;
  readonly text: string;
  readonly note: string;
}

export interface Listing {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Rows that are asked for at once; the next come when the last is reached. */
export const PAGE = 100;
const ABOUT_ENTITY = 50;

export async function listingOf(api: Api, asked: Asked): Promise<Listing> {
  const { rows, total } = await LISTS[asked.view](api, asked.bank ?? "", asked);
  return { rows: rows.map(({ id, text, note }) => ({ id, text: oneLine(text), note: oneLine(note) })), total };
}

/** A thing of a list whole, as lines of text. */
export async function detailOf(api: Api, { view, bank }: Asked, id: string): Promise<string> {
  return harmless((await DETAILS[view](api, bank ?? "", id)).replaceAll("\t", "  "));
}

const oneLine = (text: string): string => harmless(text.replace(/\s+/g, " "));

const page = ({ offset }: Asked) => ({ limit: String(PAGE), offset: String(offset) });

interface BankRow {
  readonly bank_id: string;
  readonly fact_count: number;
  readonly last_write_at: string | null;
}

interface Entity {
  readonly id: string;
  readonly canonical_name: string;
  readonly mention_count: number;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly aliases?: readonly { readonly name: string }[];
}

interface DocumentRow {
  readonly id: string;
  readonly memory_unit_count: number;
  readonly text_length: number;
  readonly updated_at: string;
  readonly tags: readonly string[];
  readonly original_text?: string | null;
}

interface Recalled {
  readonly results: readonly { readonly id: string; readonly text: string; readonly scores?: { readonly final: number } | null }[];
}

const LISTS: Readonly<Record<View, (api: Api, bank: string, asked: Asked) => Promise<Listing>>> = {
  async banks(api, _, asked) {
    const { banks, total } = await api.get<{ banks: readonly BankRow[]; total: number }>(`/v1/default/banks${query(page(asked))}`);
    const rows = banks.map((each) => ({
      id: each.bank_id,
      text: each.bank_id,
      note: `${many(each.fact_count, "memory")}, ${when(each.last_write_at)}`,
    }));
    return { rows, total };
  },
  async memories(api, bank, asked) {
    const { items, total } = await listMemories(api, bank, page(asked));
    return { rows: items.map(({ id, text, fact_type: kind, date }) => ({ id, text, note: `${kind ?? "–"}, ${when(date)}` })), total };
  },
  async entities(api, bank, asked) {
    const { items, total } = await api.get<{ items: readonly Entity[]; total: number }>(bankPath(bank, `/entities${query(page(asked))}`));
    return { rows: items.map((each) => ({ id: each.id, text: each.canonical_name, note: many(each.mention_count, "mention") })), total };
  },
  async documents(api, bank, asked) {
    const { items, total } = await api.get<{ items: readonly DocumentRow[]; total: number }>(
      bankPath(bank, `/documents${query(page(asked))}`),
    );
    const rows = items.map((each) => ({
      id: each.id,
      text: each.id,
      note: `${many(each.memory_unit_count, "memory")}, ${when(each.updated_at)}`,
    }));
    return { rows, total };
  },
  async query(api, bank, { query: question }) {
    if (question === "") return { rows: [], total: 0 };
    const { results } = await api.send<Recalled>("POST", bankPath(bank, "/memories/recall"), { query: question });
    const rows = results.map(({ id, text, scores }) => ({ id, text, note: scores == null ? "" : scores.final.toFixed(3) }));
    return { rows, total: rows.length };
  },
};

const DETAILS: Readonly<Record<View, (api: Api, bank: string, id: string) => Promise<string>>> = {
  async banks(api, _, id) {
    const stats = await api.get<Readonly<Record<string, unknown>>>(bankPath(id, "/stats"));
    return lines(Object.entries(stats).map(([name, value]) => [name.replaceAll("_", " "), value]));
  },
  memories: memoryText,
  query: memoryText,
  async entities(api, bank, id) {
    const [entity, { items, total }] = await Promise.all([
      api.get<Entity>(bankPath(bank, `/entities/${encodeURIComponent(id)}`)),
      listMemories(api, bank, { entity_id: id, limit: String(ABOUT_ENTITY) }),
    ]);
    const about = lines([
      ["also", (entity.aliases ?? []).map(({ name }) => name)],
      ["seen", `${when(entity.first_seen)} to ${when(entity.last_seen)}`],
      ["id", id],
    ]);
    const memories = items.map(({ text }) => `- ${text}`).join("\n");
    return `${entity.canonical_name}\n\n${about}\n\n${items.length} of ${many(total, "memory")}:\n${memories}`;
  },
  async documents(api, bank, id) {
    const found = await api.get<DocumentRow>(bankPath(bank, `/documents/${encodeURIComponent(id)}`));
    const about = lines([
      ["memories", found.memory_unit_count],
      ["last write", when(found.updated_at)],
      ["tags", found.tags],
    ]);
    return `${id}\n\n${about}\n\n${found.original_text ?? "The text of this document was not kept."}`;
  },
};

async function memoryText(api: Api, bank: string, id: string): Promise<string> {
  const memory = await api.get<Memory>(memoryPath(bank, id));
  const about = lines([
    ["kind", memory.type],
    ["happened", memory.occurred_start === null ? null : `${when(memory.occurred_start)} to ${when(memory.occurred_end)}`],
    ["said", memory.mentioned_at === null ? null : when(memory.mentioned_at)],
    ["about", memory.entities],
    ["document", memory.document_id],
    ["tags", memory.tags],
    ["id", memory.id],
  ]);
  const behind = (memory.source_memories ?? []).map(({ text }) => `- ${text}`);
  return [memory.text, about, ...(behind.length === 0 ? [] : [`Facts behind it:\n${behind.join("\n")}`])].join("\n\n");
}

/** `name  value` for each that says something. */
function lines(rows: readonly (readonly [string, unknown])[]): string {
  const told = rows.map(([name, value]) => [name, shown(value)] as const).filter(([, value]) => value !== "–");
  const width = Math.max(0, ...told.map(([name]) => name.length));
  return told.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
