import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Gives the operations that read nothing and the audit log of a bank to the one that takes its place. */
export async function handRecordsOver(tx: Db, bank: BankScope, to: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH logged AS (UPDATE audit_log SET bank_id = ${to.key}::integer WHERE bank_id = ${bank.key})
    UPDATE operation AS o SET bank_id = ${to.key}::integer WHERE o.bank_id = ${bank.key} AND NOT EXISTS (
      SELECT FROM extraction AS x WHERE x.bank_id = o.bank_id AND x.operation_id = o.operation_id)`);
  return affected;
}
