import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";

export interface LinkedMemory {
  readonly memoryNo: number;
  readonly seedNo: number;
  readonly kind: "semantic" | "temporal" | "causes" | "caused_by" | "enables" | "prevents";
  readonly weight: number;
}

export interface LinkQuery {
  readonly seedNos: readonly number[];
  readonly limit: number;
  /** A condition on memory `m`. */
  readonly filter: Statement;
}

/** Memories that a stored link joins to a seed, in either direction; the seeds themselves are left out. Strongest links first. */
export async function findLinked(db: Db, bank: BankScope, query: LinkQuery): Promise<readonly LinkedMemory[]> {
  const { rows } = await db.query<LinkedMemory>(sql`
    SELECT edge.other AS "memoryNo", edge.seed AS "seedNo", edge.kind, edge.weight
    FROM (
      SELECT from_no AS seed, to_no AS other, kind, weight FROM link
      WHERE bank_id = ${bank.key} AND from_no = ANY(${query.seedNos}::integer[])
      UNION ALL
      SELECT to_no, from_no, kind, weight FROM link
      WHERE bank_id = ${bank.key} AND to_no = ANY(${query.seedNos}::integer[])
    ) AS edge
    WHERE edge.other <> ALL(${query.seedNos}::integer[])
      AND (SELECT ${query.filter} FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = edge.other)
    ORDER BY edge.weight DESC, edge.other DESC, edge.seed DESC
    LIMIT ${query.limit}`);
  return rows;
}
