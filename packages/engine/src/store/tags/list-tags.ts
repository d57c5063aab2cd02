import type { Paging, TagCount } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type TagSource, taggedRows } from "./tag-source.js";

/** A page of the tags that memories, or mental models, carry, most used first. `pattern` is an ILIKE pattern; null is every tag. */
export async function listTags(
  db: Db,
  bank: BankScope,
  paging: Paging & { readonly source: TagSource; readonly pattern: string | null },
): Promise<readonly TagCount[]> {
  const { rows } = await db.query<TagCount>(sql`
    SELECT tag, count(*) AS count FROM ${taggedRows(paging.source)} CROSS JOIN unnest(tags) AS tag
    WHERE bank_id = ${bank.key} AND (${paging.pattern}::text IS NULL OR tag ILIKE ${paging.pattern}::text)
    GROUP BY tag ORDER BY count(*) DESC, tag COLLATE "C" LIMIT ${paging.limit} OFFSET ${paging.offset}`);
  return rows;
}
