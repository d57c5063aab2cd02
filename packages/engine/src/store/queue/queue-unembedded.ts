import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface UnembeddedSlice {
  readonly modelId: number;
  /** Languages that the model reads; null for all. A memory whose language is not known is read. */
  readonly languages: readonly string[] | null;
  /** Looks at memories above this number, at most `limit` of them. */
  readonly after: number;
  readonly limit: number;
}

export interface Unembedded {
  /** The highest number looked at; null when there is none left. */
  readonly last: number | null;
  /** How many of them lack their vector; all of these wait in the queue now. */
  readonly lacking: number;
}

/** Puts the memories of a slice that lack a vector of the model in the queue. A memory that is deleted meanwhile is passed over. */
export async function queueUnembedded(db: Db, bank: BankScope, slice: UnembeddedSlice): Promise<Unembedded> {
  const { rows } = await db.query<Unembedded>(sql`
    WITH slice AS (
      SELECT memory_no, language FROM memory
      WHERE bank_id = ${bank.key} AND memory_no > ${slice.after} ORDER BY memory_no LIMIT ${slice.limit}::integer
    ), lacking AS (
      SELECT m.memory_no FROM memory AS m
      WHERE m.bank_id = ${bank.key} AND m.memory_no IN (
        SELECT memory_no FROM slice
        WHERE (${slice.languages}::text[] IS NULL OR language IS NULL OR language = ANY(${slice.languages}::text[])) AND NOT EXISTS (
          SELECT FROM memory_vector AS v WHERE v.bank_id = ${bank.key} AND v.memory_no = slice.memory_no AND v.model_id = ${slice.modelId}))
      ORDER BY m.memory_no FOR KEY SHARE OF m
    ), queued AS (
      INSERT INTO embedding_queue (bank_id, memory_no) SELECT ${bank.key}, memory_no FROM lacking ON CONFLICT DO NOTHING
    )
    SELECT (SELECT max(memory_no) FROM slice) AS last, (SELECT count(*) FROM lacking) AS lacking`);
  return rows[0] ?? { last: null, lacking: 0 };
}
