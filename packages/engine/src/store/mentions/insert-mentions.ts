import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface MentionRow {
  readonly memoryNo: number;
  readonly entityId: string;
}

/** Ties memories to the entities they name; a pair that is there already counts once. Returns the entity of each new tie. */
export async function insertMentions(tx: Db, bank: BankScope, rows: readonly MentionRow[]): Promise<readonly string[]> {
  const { rows: tied } = await tx.query<{ id: string }>(sql`
    INSERT INTO memory_entity (bank_id, memory_no, entity_id)
    SELECT ${bank.key}, r.memory_no, r.entity_id
    FROM unnest(${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.entityId)}::uuid[]) AS r(memory_no, entity_id)
    ON CONFLICT DO NOTHING
    RETURNING entity_id AS id`);
  return tied.map(({ id }) => id);
}
