import type { BankScope } from "../../domain/scope.js";
import type { Row } from "../../domain/transfer.js";
import { type Db, json, sql } from "../db.js";
import { TRANSFER_TABLES, type TransferTable, type TransferTableName } from "../shapes/transfer-tables.js";

/** Inserts rows as `readRows` gives them, with the columns that are made anew; the key is that of this bank, whatever a row says. */
export async function insertRows(tx: Db, bank: BankScope, name: TransferTableName, rows: readonly Row[]): Promise<number> {
  const { table, columns, computed, added }: TransferTable = TRANSFER_TABLES[name];
  const complete = added === undefined ? rows : rows.map((row) => ({ ...added, ...row }));
  const named = computed === undefined ? columns : sql`${columns}, ${computed}`;
  const { affected } = await tx.query(sql`
    INSERT INTO ${table} (bank_id, ${named}) SELECT ${bank.key}, ${named} FROM jsonb_populate_recordset(NULL::${table}, ${json(complete)}::jsonb)`);
  return affected;
}
