import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Operations of a bank by status; parents, which only sum up their children, are not counted. */
export async function countOperations(db: Db, bank: BankScope): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ status: string; found: number }>(sql`
    SELECT status, count(*) AS found FROM operation
    WHERE bank_id = ${bank.key} AND NOT EXISTS (
      SELECT FROM operation AS child WHERE child.bank_id = operation.bank_id AND child.parent_id = operation.operation_id)
    GROUP BY status ORDER BY status`);
  return Object.fromEntries(rows.map((row) => [row.status, row.found]));
}
