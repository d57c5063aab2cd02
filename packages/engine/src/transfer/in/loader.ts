import type { RequestContext } from "../../context.js";
import { contextTerms, type Posted, postedTerms, postingsOf } from "../../domain/posted-terms.js";
import type { BankScope } from "../../domain/scope.js";
import { analyse } from "../../domain/text/analyse.js";
import type { Row } from "../../domain/transfer.js";
import { isReadable } from "../../retain/index.js";
import type { Db } from "../../store/db.js";
import { insertPostings } from "../../store/postings/insert-postings.js";
import { insertWaiting } from "../../store/queue/insert-waiting.js";
import { TRANSFER_ORDER, type TransferTableName } from "../../store/shapes/transfer-tables.js";
import { insertRows } from "../../store/transfer/insert-rows.js";
import { refreshStatistics } from "../../store/transfer/refresh-statistics.js";
import { batches } from "../lists.js";

export interface Loader {
  add(table: TransferTableName, row: Row): Promise<void>;
  flush(): Promise<void>;
  /** To be called when all memories are added, before what refers to them is. */
  finishMemories(): Promise<void>;
  /** Rows written, by table. */
  readonly counts: ReadonlyMap<TransferTableName, number>;
}

/** Rows and characters that gather before they are written. */
const ROWS = 500;
const CHARACTERS = 4_000_000;
/** Rows from which it matters that the planner knows the bank. */
const MANY = 500;

/** Writes rows in the order of their tables, many at once. Memories get their index terms; those whose vector does not come along wait for it, where the encoder reads their language. */
export function openLoader(
  ctx: Pick<RequestContext, "encoder" | "signal">,
  tx: Db,
  bank: BankScope,
  hasVector: (memoryNo: number) => boolean,
): Loader {
  const waiting = new Map<TransferTableName, Row[]>();
  const counts = new Map<TransferTableName, number>();
  const unembedded: number[] = [];
  const known = { document: 0, memory: 0 };
  let size = 0;
  let rows = 0;
  /** Once for the first many rows, and once more when there are ten times as many. */
  async function know(table: keyof typeof known): Promise<void> {
    const count = counts.get(table) ?? 0;
    if (count < Math.max(MANY, known[table] * 10)) return;
    known[table] = count;
    await refreshStatistics(tx, bank, table);
  }
  async function flush(): Promise<void> {
    ctx.signal.throwIfAborted();
    for (const table of TRANSFER_ORDER) {
      const some = waiting.get(table) ?? [];
      if (some.length === 0) continue;
      if (table === "memory") unembedded.push(...(await insertMemories(ctx, tx, bank, some, hasVector)));
      else await insertRows(tx, bank, table, some);
      counts.set(table, (counts.get(table) ?? 0) + some.length);
      if (table === "document") await know(table);
    }
    waiting.clear();
    size = 0;
    rows = 0;
  }
  return {
    counts,
    flush,
    async finishMemories() {
      await flush();
      await know("memory");
      for (const some of batches(unembedded, ROWS)) await insertWaiting(tx, bank, some);
    },
    async add(table, row) {
      const list = waiting.get(table);
      if (list === undefined) waiting.set(table, [row]);
      else list.push(row);
      rows += 1;
      size += sizeOf(row);
      if (rows >= ROWS || size >= CHARACTERS) await flush();
    },
  };
}

/** About the characters of a row: its texts, and some for the rest. */
function sizeOf(row: Row): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 20), 0);
}

/** Returns those that wait for their vector. */
async function insertMemories(
  ctx: Pick<RequestContext, "encoder">,
  tx: Db,
  bank: BankScope,
  rows: readonly Row[],
  hasVector: (memoryNo: number) => boolean,
): Promise<readonly number[]> {
  const posted = rows.map(postedOf);
  const computed = rows.map((row, at) => {
    const { own, around, length } = posted[at] as Posted;
    return { ...row, terms: postedTerms(own, around), term_count: length };
  });
  await insertRows(tx, bank, "memory", computed);
  const postings = postingsOf(posted);
  if (postings.length > 0) await insertPostings(tx, bank, postings);
  const { languages } = ctx.encoder.model;
  const readable = rows.filter(
    ({ language, memory_no }) => isReadable(language as string | null, languages) && !hasVector(memory_no as number),
  );
  return readable.map(({ memory_no }) => memory_no as number);
}

/** The words that find a memory: its own, and of a fact those of its time and its context. */
function postedOf(row: Row): Posted {
  const [text, language] = [String(row.text), row.language as string | null];
  const { terms: own, length } = analyse(text, language);
  const said =
    row.mentioned_at == null
      ? null
      : { at: new Date(String(row.mentioned_at)), offsetMinutes: (row.mentioned_offset as number | null) ?? 0 };
  const around = row.kind === "observation" ? new Map<string, number>() : contextTerms(said, row.context as string | null, language);
  const place = row.run_no == null ? null : { runNo: row.run_no as number, position: row.position as number | null };
  return { memoryNo: row.memory_no as number, own, around, length, place };
}
