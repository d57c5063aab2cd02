import type { OperationFilter } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { operationFilter } from "../filters/operation-filter.js";

/** How many operations a list has on all its pages. */
export async function countListedOperations(db: Db, bank: BankScope, filter: Omit<OperationFilter, "limit" | "offset">): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    sql`SELECT count(*) AS total FROM operation AS o WHERE ${operationFilter(bank, filter)}`,
  );
  return rows[0]?.total ?? 0;
}
