import type { PostedSource } from "../../domain/posted-terms.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A memory that the keyword index does not hold as it should, with all that its postings are made from. */
export interface MispostedMemory extends PostedSource {
  /** The terms that it is posted under; none at all for one that was never read. */
  readonly terms: readonly string[];
  /** Words of the memory. */
  readonly termCount: number;
}

export interface MispostedSlice {
  /** The highest number looked at; null when there is none left. */
  readonly last: number | null;
  readonly memories: readonly MispostedMemory[];
}

/**
 * Looks at `limit` memories above `after`, and returns those without terms, and those of whose terms one has no posting, or one at another place. A
 * posting is found by its key. With `all` it returns every one: for an analysis that has changed.
 */
export async function findMisposted(
  db: Db,
  bank: BankScope,
  { after, limit, all = false }: { readonly after: number; readonly limit: number; readonly all?: boolean },
): Promise<MispostedSlice> {
  const { rows } = await db.query<MispostedMemory & { readonly last: number | null }>(sql`
    WITH slice AS (
      SELECT * FROM memory WHERE bank_id = ${bank.key} AND memory_no > ${after} ORDER BY memory_no LIMIT ${limit}::integer
    ), wrong AS (
      SELECT m.* FROM slice m WHERE ${all} OR cardinality(m.terms) = 0 OR EXISTS (
        SELECT FROM unnest(m.terms) AS t(term) WHERE NOT EXISTS (
          SELECT FROM posting p WHERE p.bank_id = ${bank.key} AND p.term = t.term AND p.memory_no = m.memory_no
            AND p.run_no IS NOT DISTINCT FROM m.run_no AND p.position IS NOT DISTINCT FROM m.position))
    )
    SELECT top.last, w.memory_no AS "memoryNo", w.kind, w.text, w.language, w.context, w.mentioned_at AS "mentionedAt",
      w.mentioned_offset AS "mentionedOffset", w.run_no AS "runNo", w.position, w.terms, w.term_count AS "termCount"
    FROM (SELECT max(memory_no) AS last FROM slice) AS top LEFT JOIN wrong w ON true ORDER BY w.memory_no`);
  return {
    last: rows[0]?.last ?? null,
    memories: rows.flatMap(({ last: _, ...memory }) => (memory.memoryNo === null ? [] : [memory])),
  };
}
