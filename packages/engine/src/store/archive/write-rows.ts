import type { Db } from "../db.js";
import { quoted, type TableShape } from "./catalogue.js";
import type { TextRow } from "./read-rows.js";

/**
 * Inserts rows that `readRows` gave. `columns` names what each row holds; the types are those of `table`, which is the database's own description: nothing
 * of an archive gets into a statement but values. The caller checks that the table has the columns.
 */
export async function writeRows(db: Db, table: TableShape, columns: readonly string[], rows: readonly TextRow[]): Promise<void> {
  if (rows.length === 0) return;
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const names = columns.map(quoted).join(", ");
  const cast = columns.map((name, at) => `r.c${at}::${types.get(name)}`).join(", ");
  const arrays = columns.map((_, at) => `$${at + 1}::text[]`).join(", ");
  await db.query({
    text: `INSERT INTO ${quoted(table.name)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${cast} FROM unnest(${arrays}) AS r(${columns.map((_, at) => `c${at}`).join(", ")})`,
    values: columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  });
}
