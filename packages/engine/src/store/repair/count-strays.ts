import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Rows of all banks that stand for nothing. */
export interface Strays {
  /** Of the keyword index, whose memory is gone. */
  readonly postings: number;
  /** Of entities, whose memory or entity is gone. */
  readonly mentions: number;
  /** Memories that no word finds. */
  readonly wordless: number;
}

/** Counts them: a scan of each table. */
export async function countStrays(db: Db, _tenant: TenantScope): Promise<Strays> {
  const { rows } = await db.query<Strays>(sql`
    SELECT
      (SELECT count(*) FROM posting p WHERE NOT EXISTS (
        SELECT FROM memory m WHERE m.bank_id = p.bank_id AND m.memory_no = p.memory_no))::integer AS postings,
      (SELECT count(*) FROM memory_entity x WHERE NOT EXISTS (
        SELECT FROM memory m WHERE m.bank_id = x.bank_id AND m.memory_no = x.memory_no)
        OR NOT EXISTS (SELECT FROM entity e WHERE e.bank_id = x.bank_id AND e.id = x.entity_id))::integer AS mentions,
      (SELECT count(*) FROM memory WHERE cardinality(terms) = 0 AND text ~ '[[:alnum:]]')::integer AS wordless`);
  return rows[0] ?? { postings: 0, mentions: 0, wordless: 0 };
}
