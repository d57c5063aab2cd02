import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** How many memories hold each term, counted up to `limit` + 1; terms that none holds are missing. Reads the index alone. */
export async function countPostings(
  db: Db,
  bank: BankScope,
  terms: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ term: string; found: number }>(sql`
    SELECT wanted.term, list.found
    FROM unnest(${terms}::text[]) AS wanted(term)
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS found
      FROM (SELECT 1 FROM posting AS p WHERE p.bank_id = ${bank.key} AND p.term = wanted.term LIMIT ${limit + 1}) AS posting
    ) AS list
    WHERE list.found > 0`);
  return new Map(rows.map((row) => [row.term, row.found]));
}
