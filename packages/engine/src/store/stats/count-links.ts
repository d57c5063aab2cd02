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
 * last memory looked up instead of a window over all of them saved nothing. The kind of a memory is looked up by its key: as a join, in a bank that the planner's
 * statistics do not know yet, it took over 3 s (cut off there) for 5,400 memories on a busy machine.
 */
export async function countLinks(db: Db, bank: BankScope): Promise<readonly LinkCount[]> {
  const key = sql`SELECT ${bank.key}::integer`; // unknown to the planner, so that it takes the index with both columns and not any that begins with a bank
  const { rows } = await db.query<LinkCount>(sql`
    SELECT (SELECT kind FROM memory WHERE bank_id = (${key}) AND memory_no = link.from_no) AS "memoryKind", link.kind AS "linkKind", count(*) AS found
    FROM link WHERE link.bank_id = ${bank.key} GROUP BY 1, 2
    UNION ALL
    SELECT (SELECT kind FROM memory WHERE bank_id = (${key}) AND memory_no = tied.memory_no), 'entity', sum(tied.ties)
    FROM (SELECT memory_no, count(*) AS ties FROM memory_entity WHERE bank_id = ${bank.key} GROUP BY memory_no) AS tied GROUP BY 1
    UNION ALL
    SELECT kind, 'temporal', count(*) FROM (
      SELECT kind, lead(memory_no) OVER (PARTITION BY run_no ORDER BY position, memory_no) AS next
      FROM memory WHERE bank_id = ${bank.key} AND run_no IS NOT NULL
    ) AS neighbours WHERE next IS NOT NULL GROUP BY kind
    ORDER BY 1, 2`);
  return rows;
}
