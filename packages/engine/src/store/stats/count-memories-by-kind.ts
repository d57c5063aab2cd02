import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Memories by kind, from index memory_by_kind alone. */
export async function countMemoriesByKind(db: Db, bank: BankScope): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ kind: string; found: number }>(sql`
    SELECT kind, count(*) AS found FROM memory WHERE bank_id = ${bank.key} GROUP BY kind ORDER BY kind`);
  return Object.fromEntries(rows.map((row) => [row.kind, row.found]));
}
