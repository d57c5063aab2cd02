import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface LinkCount {
  /** Kind of the memory at which the link starts. */
  readonly memoryKind: string;
  readonly linkKind: string;
  readonly found: number;
}

/**
 * The edges of a bank by the kind of memory they start at:
 * stored links as they are; `entity`, the ties between memories and entities; `temporal`, the pairs of neighbours in a run, counted at the earlier one.
 */
export async function countLinks(db: Db, bank: BankScope): Promise<readonly LinkCount[]> {
  const { rows } = await db.query<LinkCount>(sql`
    WITH edges AS (
      SELECT from_no AS memory_no, kind FROM link WHERE bank_id = ${bank.key}
      UNION ALL
      SELECT memory_no, 'entity' FROM memory_entity WHERE bank_id = ${bank.key}
      UNION ALL
      SELECT memory_no, 'temporal' FROM (
        SELECT memory_no, lead(memory_no) OVER (PARTITION BY run_no ORDER BY position, memory_no) AS next
        FROM memory WHERE bank_id = ${bank.key} AND run_no IS NOT NULL
      ) AS neighbours WHERE next IS NOT NULL
    )
    SELECT memory.kind AS "memoryKind", edges.kind AS "linkKind", count(*) AS found
    FROM edges JOIN memory ON memory.bank_id = ${bank.key} AND memory.memory_no = edges.memory_no
    GROUP BY memory.kind, edges.kind ORDER BY memory.kind, edges.kind`);
  return rows;
}
