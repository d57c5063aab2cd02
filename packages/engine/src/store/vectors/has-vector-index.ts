import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { vectorIndexName } from "./vector-index.js";

/** True when the bank's graph is there and complete; a concurrent build that failed leaves one that is not. */
export async function hasVectorIndex(db: Db, bank: BankScope, modelId: number): Promise<boolean> {
  const { rows } = await db.query<{ ready: boolean }>(sql`
    SELECT i.indisvalid AS ready FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE c.relname = ${vectorIndexName(bank, modelId)} AND c.relnamespace = current_schema()::regnamespace`);
  return rows[0]?.ready ?? false;
}
