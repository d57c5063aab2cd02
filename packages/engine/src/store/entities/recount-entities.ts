import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { MentionedSpan } from "./find-mentioned-entities.js";

/**
 * Sets the sums of entities anew after memories that mentioned them within the given spans are gone.
 * Mentions are counted, since a count cannot drift, and that reads an index alone. First and last time need the memories themselves, 20,000 of them
 * 100 ms, so they are looked up only where the first or the last mention may be among those that went.
 * Spans come in milliseconds and columns in microseconds, hence the comparison in milliseconds.
 */
export async function recountEntities(tx: Db, bank: BankScope, gone: readonly MentionedSpan[]): Promise<number> {
  // The memory is a sub-select by its key: in a bank that the planner's statistics do not know yet a join read the bank once for each mention, 25 s in one of 5,000.
  const time = sql`m.bank_id = (SELECT ${bank.key}::integer) AND m.memory_no = mentions.memory_no`;
  const mentions = sql`FROM memory_entity AS mentions WHERE mentions.bank_id = ${bank.key} AND mentions.entity_id = entity.id`;
  const { affected } = await tx.query(sql`
    UPDATE entity SET
      mention_count = (SELECT count(*) ${mentions}),
      first_seen = CASE WHEN gone.first > date_trunc('milliseconds', first_seen) THEN first_seen ELSE (
        SELECT min((SELECT coalesce(m.mentioned_at, m.created_at) FROM memory AS m WHERE ${time})) ${mentions}) END,
      last_seen = CASE WHEN gone.last < date_trunc('milliseconds', last_seen) THEN last_seen ELSE (
        SELECT max((SELECT coalesce(m.last_mentioned_at, m.mentioned_at, m.created_at) FROM memory AS m WHERE ${time})) ${mentions}) END
    FROM unnest(${gone.map((span) => span.entityId)}::uuid[], ${gone.map((span) => span.first)}::timestamptz[], ${gone.map((span) => span.last)}::timestamptz[])
      AS gone(id, first, last)
    WHERE entity.bank_id = ${bank.key} AND entity.id = gone.id`);
  return affected;
}
