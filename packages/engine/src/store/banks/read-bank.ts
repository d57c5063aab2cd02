import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface BankRow {
  readonly name: string;
  /** Overrides of bank-scoped settings. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Name and overrides of a bank; null when it is gone. */
export async function readBank(db: Db, bank: BankScope): Promise<BankRow | null> {
  const { rows } = await db.query<BankRow>(sql`SELECT name, config FROM bank WHERE bank_id = ${bank.key}`);
  return rows[0] ?? null;
}
