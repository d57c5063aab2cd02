import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { TRANSFER_TABLES, type TransferTable, type TransferTableName } from "../shapes/transfer-tables.js";

/** The keys that a table has in a bank, by which its rows are read, in their order. */
export async function listKeys(db: Db, bank: BankScope, name: TransferTableName): Promise<readonly (string | number)[]> {
  const { table, key }: TransferTable = TRANSFER_TABLES[name];
  if (key === null) return [];
  const { rows } = await db.query<{ key: string | number }>(sql`
    SELECT DISTINCT ${key} AS key FROM ${table} WHERE bank_id = ${bank.key} ORDER BY key`);
  return rows.map((row) => row.key);
}
