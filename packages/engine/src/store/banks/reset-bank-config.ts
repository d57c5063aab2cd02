import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { BankRow } from "./read-bank.js";

/** Drops all overrides of a bank; null when it is gone. */
export async function resetBankConfig(db: Db, bank: BankScope): Promise<BankRow | null> {
  const { rows } = await db.query<BankRow>(sql`
    UPDATE bank SET config = '{}', updated_at = now() WHERE bank_id = ${bank.key} RETURNING name, config`);
  return rows[0] ?? null;
}
