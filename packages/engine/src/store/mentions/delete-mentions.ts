import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Unties memories from their entities. */
export async function deleteMentions(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(
    sql`DELETE FROM memory_entity WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[])`,
  );
  return affected;
}
