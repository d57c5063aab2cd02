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

export interface Loader {
  add(table: TransferTableName, row: Row): Promise<void>;
  flush(): Promise<void>;
  /** Rows written, by table. */
  readonly counts: ReadonlyMap<TransferTableName, number>;
}

/** Rows and characters that gather before they are written. */
const ROWS = 1_000;
const CHARACTERS = 4_000_000;

/** Writes rows in the order of their tables, many at once. Memories get their index terms, and wait for their vector where the encoder reads their language. */
export function openLoader(ctx: Pick<RequestContext, "encoder" | "signal">, tx: Db, bank: BankScope): Loader {
  const waiting = new Map<TransferTableName, Row[]>();
  const counts = new Map<TransferTableName, number>();
  let size = 0;
  let rows = 0;
  async function flush(): Promise<void> {
    ctx.signal.throwIfAborted();
    for (const table of TRANSFER_ORDER) {
      const some = waiting.get(table) ?? [];
      if (some.length === 0) continue;
      if (table === "memory") await insertMemories(ctx, tx, bank, some);
      else await insertRows(tx, bank, table, some);
      counts.set(table, (counts.get(table) ?? 0) + some.length);
    }
    waiting.clear();
    size = 0;
    rows = 0;
  }
  return {
    counts,
    flush,
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

async function insertMemories(ctx: Pick<RequestContext, "encoder">, tx: Db, bank: BankScope, rows: readonly Row[]): Promise<void> {
  const posted = rows.map(postedOf);
  const computed = rows.map((row, at) => {
    const { own, around, length } = posted[at] as Posted;
    return { ...row, terms: postedTerms(own, around), term_count: length };
  });
  await insertRows(tx, bank, "memory", computed);
  const postings = postingsOf(posted);
  if (postings.length > 0) await insertPostings(tx, bank, postings);
  const { languages } = ctx.encoder.model;
  const readable = rows.filter(({ language }) => isReadable(language as string | null, languages));
  if (readable.length > 0)
    await insertWaiting(
      tx,
      bank,
      readable.map(({ memory_no }) => memory_no as number),
    );
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
