import type { EntityKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A memory out of use. */
export interface InvalidatedMemory {
  readonly memoryNo: number;
  readonly id: string;
  readonly names: readonly { readonly id: string; readonly name: string; readonly key: string; readonly kind: EntityKind }[];
  /** When it was said, else when it was stored. */
  readonly at: Date;
}

/** A memory out of use by its public id; null when there is none. */
export async function findInvalidated(db: Db, bank: BankScope, memoryId: string): Promise<InvalidatedMemory | null> {
  const { rows } = await db.query<InvalidatedMemory>(sql`
    SELECT memory_no AS "memoryNo", id, mentions AS names, coalesce(mentioned_at, created_at) AS at
    FROM invalidated_memory WHERE bank_id = ${bank.key} AND id = ${memoryId}::uuid`);
  return rows[0] ?? null;
}
