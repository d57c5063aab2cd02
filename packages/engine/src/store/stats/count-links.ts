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
 * A kind of link may come in two rows, which add up. 10,000 memories with 20,000 ties: 80 ms on PGlite, most of it for the neighbours; a run's
 * last memory looked up instead of a window over all of them saved nothing.
 */
export async function countLinks(db: Db, bank: BankScope): Promise<readonly LinkCount[]> {
  const { rows } = await db.query<LinkCount>(sql`
    SELECT memory.kind AS "memoryKind", link.kind AS "linkKind", count(*) AS found
    FROM link JOIN memory ON memory.bank_id = ${bank.key} AND memory.memory_no = link.from_no
    WHERE link.bank_id = ${bank.key} GROUP BY memory.kind, link.kind
    UNION ALL
    SELECT memory.kind, 'entity', count(*)
    FROM memory_entity AS tie JOIN memory ON memory.bank_id = ${bank.key} AND memory.memory_no = tie.memory_no
    WHERE tie.bank_id = ${bank.key} GROUP BY memory.kind
    UNION ALL
    SELECT kind, 'temporal', count(*) FROM (
      SELECT kind, lead(memory_no) OVER (PARTITION BY run_no ORDER BY position, memory_no) AS next
      FROM memory WHERE bank_id = ${bank.key} AND run_no IS NOT NULL
    ) AS neighbours WHERE next IS NOT NULL GROUP BY kind
    ORDER BY 1, 2`);
  return rows;
}
