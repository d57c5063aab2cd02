import type { BankScope } from "../../domain/scope.js";
import type { Row } from "../../domain/transfer.js";
import { type Db, sql } from "../db.js";
import { TRANSFER_TABLES, type TransferTable, type TransferTableName } from "../shapes/transfer-tables.js";

/**
 * Rows of a table as JSON, those of the given keys or documents, or all where the table is read at once. Times keep their microseconds so, and every type its text.
 */
export async function readRows(
  db: Db,
  bank: BankScope,
  name: TransferTableName,
  keys: readonly (string | number)[] | null,
  by: "key" | "document" = "key",
): Promise<readonly Row[]> {
  const { table, columns, key, keyType, order }: TransferTable = TRANSFER_TABLES[name];
  const column = by === "document" ? sql`document_id` : key;
  const type = { integer: sql`integer[]`, text: sql`text[]`, uuid: sql`uuid[]` }[by === "document" ? "text" : keyType];
  const wanted = column === null || keys === null ? sql`TRUE` : sql`${column} = ANY(${keys}::${type})`;
  const { rows } = await db.query<{ row: Row }>(sql`
    SELECT to_jsonb(r) AS row FROM (SELECT ${columns} FROM ${table} WHERE bank_id = ${bank.key} AND ${wanted} ORDER BY ${order}) AS r`);
  return rows.map(({ row }) => row);
}
