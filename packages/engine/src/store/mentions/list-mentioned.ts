import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface MentionedEntity {
  readonly memoryId: string;
  readonly entityId: string;
  readonly canonicalName: string;
}

/** The entities that memories mention, by name within each. */
export async function listMentioned(db: Db, bank: BankScope, memoryIds: readonly string[]): Promise<readonly MentionedEntity[]> {
  const { rows } = await db.query<MentionedEntity>(sql`
    SELECT m.id AS "memoryId", entity.id AS "entityId", entity.canonical_name AS "canonicalName"
    FROM memory AS m
    JOIN memory_entity AS mention ON mention.bank_id = m.bank_id AND mention.memory_no = m.memory_no
    JOIN entity ON entity.bank_id = mention.bank_id AND entity.id = mention.entity_id
    WHERE m.bank_id = ${bank.key} AND m.id = ANY(${memoryIds}::uuid[])
    ORDER BY entity.canonical_name COLLATE "C", entity.id`);
  return rows;
}
