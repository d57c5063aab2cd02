import type { OperationDetail } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The children of an operation, in the order in which they were split off. */
export async function listChildren(db: Db, bank: BankScope, operationId: string): Promise<OperationDetail["children"]> {
  const { rows } = await db.query<OperationDetail["children"][number]>(sql`
    SELECT operation_id AS "operationId", status, (result_metadata ->> 'sub_batch_index')::integer AS "subBatchIndex",
      items_count AS "itemsCount", error_message AS "errorMessage"
    FROM operation WHERE bank_id = ${bank.key} AND parent_id = ${operationId}::uuid ORDER BY sequence`);
  return rows;
}
