import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";

export interface RelatedMemory {
  readonly memoryNo: number;
  /** The seed through which it was reached. */
  readonly seedNo: number;
  /** Entities that both mention. */
  readonly shared: number;
}

export interface RelationQuery {
  readonly seedNos: readonly number[];
  /** Entities that more memories mention say nothing, as a speaker's own name. */
  readonly maxMentions: number;
  readonly limit: number;
  /** A condition on memory `m`. */
  readonly filter: Statement;
}

/** Memories that mention an entity which a seed mentions; the seeds themselves are left out. Most shared entities first, then newest. */
export async function findRelated(db: Db, bank: BankScope, query: RelationQuery): Promise<readonly RelatedMemory[]> {
  const { rows } = await db.query<RelatedMemory>(sql`
    WITH telling AS (
      SELECT DISTINCT seed.entity_id
      FROM memory_entity AS seed
      WHERE seed.bank_id = ${bank.key} AND seed.memory_no = ANY(${query.seedNos}::integer[])
        AND (SELECT count(*) FROM (SELECT 1 FROM memory_entity AS e WHERE e.bank_id = ${bank.key} AND e.entity_id = seed.entity_id
               LIMIT ${query.maxMentions + 1}) AS mention) BETWEEN 2 AND ${query.maxMentions}
    )
    SELECT other.memory_no AS "memoryNo", seed.memory_no AS "seedNo", count(*)::integer AS shared
    FROM telling
    JOIN memory_entity AS seed ON seed.bank_id = ${bank.key} AND seed.entity_id = telling.entity_id AND seed.memory_no = ANY(${query.seedNos}::integer[])
    JOIN memory_entity AS other ON other.bank_id = ${bank.key} AND other.entity_id = telling.entity_id
    JOIN memory AS m ON m.bank_id = ${bank.key} AND m.memory_no = other.memory_no
    WHERE other.memory_no <> ALL(${query.seedNos}::integer[]) AND (${query.filter})
    GROUP BY other.memory_no, seed.memory_no
    ORDER BY shared DESC, other.memory_no DESC, seed.memory_no DESC
    LIMIT ${query.limit}`);
  return rows;
}
