// The real memories that big banks are made of: LoCoMo dev turns through the server's own write path, so that words, names, links and vectors are its own.
// In: a server and a database of its own. Out: a bank of 2,500 memories; nothing is written where it is there already.

import type pg from "pg";
import { type Api, bankPath, drained } from "../lib/api.js";
import type { Conversation } from "../lib/locomo.js";
import { round } from "../lib/results.js";
import { makeItems } from "../speed/items.js";
import { retainAsync } from "../speed/phases.js";
import { copyBank } from "./copy-bank.js";

/** Memories that are embedded; whatever is larger is copied from them. */
export const BASE_SIZE = 2_500;
export const BASE_BANK = bankName(BASE_SIZE);

export function bankName(size: number): string {
  return `big-${size}`;
}

/** Memories of a bank by the database's own count; 0 where there is no such bank. */
export async function sizeOf(client: pg.Client, bank: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(m.memory_no)::integer AS n FROM bank b JOIN memory m USING (bank_id) WHERE b.external_id = $1",
    [bank],
  );
  return rows[0]?.n ?? 0;
}

/** Fills the base bank by HTTP. Throws when the bank is there with another size: a load that ended half way. */
export async function loadBase(api: Api, client: pg.Client, conversations: readonly Conversation[]): Promise<void> {
  const found = await sizeOf(client, BASE_BANK);
  if (found === BASE_SIZE) return;
  if (found > 0) throw new Error(`bank ${BASE_BANK} holds ${found} memories, not ${BASE_SIZE}: drop the database and load again`);
  // Equal turns are one memory each, and each turn has a number of its own, so none collapses.
  await retainAsync(api, BASE_BANK, makeItems(conversations, BASE_SIZE));
  await drained(api, BASE_BANK);
  const stored = await sizeOf(client, BASE_BANK);
  if (stored !== BASE_SIZE) throw new Error(`${stored} memories came of ${BASE_SIZE} items`);
}

export interface LoadedBank {
  readonly loadS: number;
  /** From the write that shows the server how the bank has grown until its indexes are there; null for a bank that gets none. */
  readonly indexS: number | null;
}

/** Above this the server builds indexes (INDEX_FROM_VECTORS). */
const INDEXED_SIZE = 15_000;

/** Copies the base to a bank of that size and waits until the server has built its indexes. Null when all is there already. */
export async function loadBank(api: Api, client: pg.Client, size: number, onLine: (line: string) => void): Promise<LoadedBank | null> {
  const bank = bankName(size);
  const found = await sizeOf(client, bank);
  if (found > 0 && found < size) throw new Error(`bank ${bank} holds ${found} memories, not ${size}: delete it and load again`);
  let loadS = 0;
  if (found === 0) {
    const copied = await copyBank(client, { from: BASE_BANK, to: bank, size }, (memories) => onLine(`${bank}: ${memories} memories`));
    loadS = round(copied.seconds);
    await client.query("VACUUM ANALYZE");
  }
  if (size <= INDEXED_SIZE || (await isIndexed(client, bank))) return found === 0 ? { loadS, indexS: null } : null;
  const started = performance.now();
  await api.call("POST", bankPath(bank, "/memories"), { items: [{ content: "Zoe: The bank has grown.", document_id: "grown" }] });
  while (!(await isIndexed(client, bank))) {
    if (performance.now() - started > LONGEST_BUILD_MS) throw new Error(`${bank} has no index after ${LONGEST_BUILD_MS / 60_000} minutes`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return { loadS, indexS: round((performance.now() - started) / 1000) };
}

const LONGEST_BUILD_MS = 3 * 3_600_000;

/** Its graph and its index of tags are there and complete. */
async function isIndexed(client: pg.Client, bank: string): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN bank b ON b.external_id = $1
     WHERE i.indisvalid AND (starts_with(c.relname, 'memory_vector_hnsw_' || b.bank_id || '_') OR c.relname = 'memory_tags_' || b.bank_id)`,
    [bank],
  );
  return (rows[0]?.n ?? 0) >= 2;
}

/** Banks of a user each beside the large ones: what the planner knows of a table is then mostly about others. */
const SMALL_BANKS = 1_000;
const SMALL_SIZE = 20;

/** Makes them, unless they are there: copies of the first memories of the base, under names of their own. */
export async function smallBanks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>("SELECT count(*)::integer AS n FROM bank WHERE external_id LIKE 'small-%'");
  if ((rows[0]?.n ?? 0) >= SMALL_BANKS) return;
  const base = "(SELECT bank_id FROM bank WHERE external_id = $1)";
  await client.query(
    `INSERT INTO bank (external_id, name, next_memory_no, next_run_no, analysis)
     SELECT 'small-' || n, 'small', ${SMALL_SIZE + 1}, 1, b.analysis FROM bank b CROSS JOIN generate_series(1, ${SMALL_BANKS}) AS n WHERE b.external_id = $1 ON CONFLICT DO NOTHING`,
    [BASE_BANK],
  );
  await client.query(
    `INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, context, tags, speaker, asks, language, terms, term_count, mentioned_at, consolidated_at)
     SELECT b.bank_id, m.memory_no, gen_random_uuid(), m.kind, m.text, m.text_hash, m.context, m.tags, m.speaker, m.asks, m.language, m.terms, m.term_count, m.mentioned_at, now()
     FROM bank b CROSS JOIN memory m WHERE b.external_id LIKE 'small-%' AND m.bank_id = ${base} AND m.memory_no <= ${SMALL_SIZE} ON CONFLICT DO NOTHING`,
    [BASE_BANK],
  );
  await client.query(
    `INSERT INTO posting (bank_id, term, memory_no, frequency, context_frequency, term_count)
     SELECT b.bank_id, m.term, m.memory_no, m.frequency, m.context_frequency, m.term_count
     FROM bank b CROSS JOIN posting m WHERE b.external_id LIKE 'small-%' AND m.bank_id = ${base} AND m.memory_no <= ${SMALL_SIZE} ON CONFLICT DO NOTHING`,
    [BASE_BANK],
  );
  await client.query(
    `INSERT INTO memory_vector (bank_id, model_id, memory_no, embedding) SELECT b.bank_id, m.model_id, m.memory_no, m.embedding
     FROM bank b CROSS JOIN memory_vector m WHERE b.external_id LIKE 'small-%' AND m.bank_id = ${base} AND m.memory_no <= ${SMALL_SIZE} ON CONFLICT DO NOTHING`,
    [BASE_BANK],
  );
}
