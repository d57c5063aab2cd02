import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { lostMemories } from "../filters/lost-memories.js";

/** Counts memories of a bank that a file lost. */
export async function countLostOf(db: Db, bank: BankScope): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`SELECT count(*)::integer AS n FROM (${lostMemories(bank)}) AS lost`);
  return rows[0]?.n ?? 0;
}
