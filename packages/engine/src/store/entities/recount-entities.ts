import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Sets the sums of entities anew from the memories that mention them: how many, the first and the last time.
 * The time of a mention is when it was said, else when it was stored. Counting anew cannot drift; it reads the mentions of these entities alone.
 */
export async function recountEntities(tx: Db, bank: BankScope, entityIds: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE entity SET mention_count = counted.mentions, first_seen = counted.first, last_seen = counted.last
    FROM (
      SELECT named.id, count(m.memory_no) AS mentions,
        min(coalesce(m.mentioned_at, m.created_at)) AS first, max(coalesce(m.mentioned_at, m.created_at)) AS last
      FROM unnest(${entityIds}::uuid[]) AS named(id)
      LEFT JOIN memory_entity AS mentions ON mentions.bank_id = ${bank.key} AND mentions.entity_id = named.id
      LEFT JOIN memory AS m ON m.bank_id = mentions.bank_id AND m.memory_no = mentions.memory_no
      GROUP BY named.id
    ) AS counted
    WHERE entity.bank_id = ${bank.key} AND entity.id = counted.id`);
  return affected;
}
