// Reading a table whole, in pieces of a few megabytes.
// In: a transaction, a table. Out: rows as PostgreSQL's own text of each value, which reads back as the same value on every engine and version.

import type { Db } from "../db.js";
import { quoted, type TableShape } from "./catalogue.js";

/** The text of each column's value, in the order of the columns; null for NULL. */
export type TextRow = readonly (string | null)[];

const FIRST_ROWS = 8;
const MOST_ROWS = 5_000;
/** What a piece should come to, in UTF-16 units: documents are long and postings short, so rows are counted by what they hold. */
const PIECE = 2_000_000;

/** All rows, as of the transaction's snapshot. */
export async function* readRows(tx: Db, table: TableShape): AsyncGenerator<readonly TextRow[]> {
  const cursor = quoted(`archive_${table.name}`);
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(", ");
  await tx.query({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${columns} FROM ${quoted(table.name)}`, values: [] });
  let wanted = FIRST_ROWS;
  for (;;) {
    const { rows } = await tx.query<Record<string, string | null>>({ text: `FETCH ${wanted} FROM ${cursor}`, values: [] });
    if (rows.length === 0) break;
    const piece = rows.map((row) => table.columns.map(({ name }) => row[name] ?? null));
    yield piece;
    const length = piece.reduce((sum, row) => sum + row.reduce((held, value) => held + (value?.length ?? 0) + 3, 0), 0);
    wanted = Math.max(1, Math.min(MOST_ROWS, wanted * 4, Math.floor((PIECE * rows.length) / Math.max(1, length))));
  }
  await tx.query({ text: `CLOSE ${cursor}`, values: [] });
}
