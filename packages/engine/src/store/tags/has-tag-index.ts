import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { tagIndexName } from "./create-tag-index.js";

/** True when the bank's index of tags is there and complete. */
export async function hasTagIndex(db: Db, bank: BankScope): Promise<boolean> {
  const { rows } = await db.query<{ ready: boolean }>(sql`
    SELECT i.indisvalid AS ready FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE c.relname = ${tagIndexName(bank)} AND c.relnamespace = current_schema()::regnamespace`);
  return rows[0]?.ready ?? false;
}
