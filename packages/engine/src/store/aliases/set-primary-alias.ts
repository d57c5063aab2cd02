import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Makes one alias of the bank the primary one, or none when `primary` is false; the others are demoted. False when the bank has no such alias. */
export async function setPrimaryAlias(tx: Db, bank: BankScope, alias: string, primary: boolean): Promise<boolean> {
  const { rows } = await tx.query<{ alias: string }>(sql`
    UPDATE bank_alias SET is_primary = (alias = ${alias} AND ${primary}::boolean)
    WHERE bank_id = ${bank.key}
      AND EXISTS (SELECT FROM bank_alias AS named WHERE named.bank_id = ${bank.key} AND named.alias = ${alias})
      AND (alias = ${alias} OR ${primary}::boolean)
    RETURNING alias`);
  return rows.length > 0;
}
