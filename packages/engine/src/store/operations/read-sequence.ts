import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The place of an operation in the order of submission; null when there is no such operation. */
export async function readSequence(db: Db, bank: BankScope, operationId: string): Promise<number | null> {
  const { rows } = await db.query<{ sequence: number }>(sql`
    SELECT sequence FROM operation WHERE bank_id = ${bank.key} AND operation_id = ${operationId}`);
  return rows[0]?.sequence ?? null;
}
