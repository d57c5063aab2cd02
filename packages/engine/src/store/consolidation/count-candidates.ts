import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type CandidateFilter, candidateFilter } from "../filters/candidate-filter.js";

/** How many facts wait to be consolidated, counted no further than `most`. */
export async function countCandidates(
  db: Db,
  bank: BankScope,
  { most, ...filter }: CandidateFilter & { readonly most: number },
): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM (SELECT FROM memory m WHERE ${candidateFilter(bank, filter)} LIMIT ${most}::integer) AS candidate`);
  return rows[0]?.waiting ?? 0;
}
