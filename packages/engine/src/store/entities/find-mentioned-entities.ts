import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface MentionedSpan {
  readonly entityId: string;
  /** First and last time at which these memories mention it. */
  readonly first: Date;
  readonly last: Date;
}

/** The entities that any of these memories mentions. The time of a mention is when it was said, else when it was stored. */
export async function findMentionedEntities(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly MentionedSpan[]> {
  const { rows } = await db.query<MentionedSpan>(sql`
    SELECT mentions.entity_id AS "entityId", min(coalesce(m.mentioned_at, m.created_at)) AS first, max(coalesce(m.last_mentioned_at, m.mentioned_at, m.created_at)) AS last
    FROM memory_entity AS mentions JOIN memory AS m ON m.bank_id = mentions.bank_id AND m.memory_no = mentions.memory_no
    WHERE mentions.bank_id = ${bank.key} AND mentions.memory_no = ANY(${numbers}::integer[])
    GROUP BY mentions.entity_id ORDER BY mentions.entity_id`);
  return rows;
}
