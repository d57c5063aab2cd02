import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface PostingCount {
  /** Up to the limit plus one. */
  readonly found: number;
  /** Of those that were counted, the newest, the memory that was written first: how densely the term stands in what was counted. */
  readonly oldestNo: number;
}

/** How many memories hold each term, counted from the newest up to `limit` + 1; terms that none holds are missing. Reads the index alone. */
export async function countPostings(
  db: Db,
  bank: BankScope,
  terms: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, PostingCount>> {
  const { rows } = await db.query<{ term: string } & PostingCount>(sql`
    SELECT wanted.term, list.found, list.oldest AS "oldestNo"
    FROM unnest(${terms}::text[]) AS wanted(term)
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS found, min(memory_no) AS oldest
      FROM (
        SELECT p.memory_no FROM posting AS p WHERE p.bank_id = ${bank.key} AND p.term = wanted.term ORDER BY p.memory_no DESC LIMIT ${limit + 1}
      ) AS posting
    ) AS list
    WHERE list.found > 0`);
  return new Map(rows.map(({ term, ...count }) => [term, count]));
}
