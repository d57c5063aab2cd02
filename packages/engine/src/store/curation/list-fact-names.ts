import type { EntityKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** An entity that a memory mentions. */
export interface FactName {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly kind: EntityKind;
}

/** The entities that a memory mentions, by name. Look-ups by key, whatever the planner expects. */
export async function listFactNames(db: Db, bank: BankScope, memoryNo: number): Promise<readonly FactName[]> {
  const { rows } = await db.query<FactName>(sql`
    SELECT e.id, e.canonical_name AS name, e.name_key AS key, e.kind
    FROM memory_entity AS mention
    CROSS JOIN LATERAL (SELECT * FROM entity WHERE bank_id = ${bank.key} AND id = mention.entity_id OFFSET 0) AS e
    WHERE mention.bank_id = ${bank.key} AND mention.memory_no = ${memoryNo}
    ORDER BY e.canonical_name COLLATE "C", e.id`);
  return rows;
}
