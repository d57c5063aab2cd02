import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface MentionedEntity {
  readonly memoryId: string;
  readonly entityId: string;
  readonly canonicalName: string;
}

/** The entities that memories mention, by name within each. Lookups one after the other (OFFSET 0), whatever the planner expects of a bank that is new to it. */
export async function listMentioned(db: Db, bank: BankScope, memoryIds: readonly string[]): Promise<readonly MentionedEntity[]> {
  const { rows } = await db.query<MentionedEntity>(sql`
    SELECT m.id AS "memoryId", named.id AS "entityId", named.canonical_name AS "canonicalName"
    FROM memory AS m
    CROSS JOIN LATERAL (SELECT entity_id FROM memory_entity WHERE bank_id = ${bank.key} AND memory_no = m.memory_no OFFSET 0) AS mention
    CROSS JOIN LATERAL (SELECT id, canonical_name FROM entity WHERE bank_id = ${bank.key} AND id = mention.entity_id OFFSET 0) AS named
    WHERE m.bank_id = ${bank.key} AND m.id = ANY(${memoryIds}::uuid[])
    ORDER BY named.canonical_name COLLATE "C", named.id`);
  return rows;
}
