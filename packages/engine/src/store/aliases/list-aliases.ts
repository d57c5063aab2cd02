import type { BankAlias } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The aliases of a bank: the primary one first, then oldest first. */
export async function listAliases(db: Db, bank: BankScope): Promise<readonly BankAlias[]> {
  const { rows } = await db.query<BankAlias>(sql`
    SELECT alias, is_primary AS "primary" FROM bank_alias WHERE bank_id = ${bank.key} ORDER BY is_primary DESC, created_at, alias`);
  return rows;
}
