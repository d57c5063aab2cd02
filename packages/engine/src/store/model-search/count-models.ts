import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** How many mental models the bank has, for the weight of a term. */
export async function countModels(db: Db, bank: BankScope): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`SELECT count(*)::integer AS n FROM mental_model WHERE bank_id = ${bank.key}`);
  return rows[0]?.n ?? 0;
}
