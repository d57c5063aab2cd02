import type { EntityKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface MergingEntity {
  readonly id: string;
  readonly name: string;
  readonly kind: EntityKind;
  readonly isLabel: boolean;
}

/** Those of these entities that there are. */
export async function readMerging(db: Db, bank: BankScope, entityIds: readonly string[]): Promise<readonly MergingEntity[]> {
  const { rows } = await db.query<MergingEntity>(sql`
    SELECT id, canonical_name AS name, kind, is_label AS "isLabel" FROM entity WHERE bank_id = ${bank.key} AND id = ANY(${entityIds}::uuid[]) ORDER BY id`);
  return rows;
}
