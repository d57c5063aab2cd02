import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type TagSource, taggedRows } from "./tag-source.js";

/** How many different tags memories, or mental models, carry. `pattern` is an ILIKE pattern; null is every tag. */
export async function countTags(db: Db, bank: BankScope, source: TagSource, pattern: string | null): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`
    SELECT count(DISTINCT tag) AS total FROM ${taggedRows(source)} CROSS JOIN unnest(tags) AS tag
    WHERE bank_id = ${bank.key} AND (${pattern}::text IS NULL OR tag ILIKE ${pattern}::text)`);
  return rows[0]?.total ?? 0;
}
