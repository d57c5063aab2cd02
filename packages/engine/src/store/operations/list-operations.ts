import type { OperationFilter } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { operationFilter } from "../filters/operation-filter.js";
import { OPERATION_DETAIL, type OperationRow } from "../shapes/operation-detail.js";

/** A page of operations, last submitted first. */
export async function listOperations(db: Db, bank: BankScope, filter: OperationFilter): Promise<readonly OperationRow[]> {
  const { rows } = await db.query<OperationRow>(sql`
    SELECT ${OPERATION_DETAIL} FROM operation AS o WHERE ${operationFilter(bank, filter)}
    ORDER BY o.created_at DESC, o.sequence DESC LIMIT ${filter.limit} OFFSET ${filter.offset}`);
  return rows;
}
