import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface OperationOwner {
  readonly bankKey: number;
  readonly type: string;
  readonly itemsCount: number;
  readonly resultMetadata: Readonly<Record<string, unknown>>;
}

/** Whose operation an id names, in whatever bank: a client's id is used once in a tenant. */
export async function findOperationOwner(db: Db, _tenant: TenantScope, operationId: string): Promise<OperationOwner | null> {
  const { rows } = await db.query<OperationOwner>(sql`
    SELECT bank_id AS "bankKey", type, items_count AS "itemsCount", result_metadata AS "resultMetadata"
    FROM operation WHERE operation_id = ${operationId} LIMIT 1`);
  return rows[0] ?? null;
}
