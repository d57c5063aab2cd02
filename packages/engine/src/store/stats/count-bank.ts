import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface BankCounts {
  readonly documents: number;
  readonly pendingEmbeddings: number;
  readonly consolidated: number;
  readonly failedConsolidation: number;
  readonly lastConsolidatedAt: Date | null;
  readonly lastWriteAt: Date | null;
  /** Changes with every write and deletion of memories. */
  readonly edition: string;
}

/** What is counted once per bank. Each part reads one index. */
export async function countBank(db: Db, bank: BankScope): Promise<BankCounts | null> {
  const { rows } = await db.query<BankCounts>(sql`
    SELECT last_write_at AS "lastWriteAt", next_memory_no || ' ' || coalesce(last_write_at::text, '') AS edition,
      (SELECT count(*) FROM document WHERE document.bank_id = bank.bank_id) AS documents,
      (SELECT count(*) FROM embedding_queue AS waiting WHERE waiting.bank_id = bank.bank_id) AS "pendingEmbeddings",
      (SELECT count(*) FROM memory WHERE memory.bank_id = bank.bank_id AND consolidated_at IS NOT NULL) AS consolidated,
      (SELECT max(consolidated_at) FROM memory WHERE memory.bank_id = bank.bank_id) AS "lastConsolidatedAt",
      (SELECT count(*) FROM memory WHERE memory.bank_id = bank.bank_id AND consolidation_failed_at IS NOT NULL) AS "failedConsolidation"
    FROM bank WHERE bank_id = ${bank.key}`);
  return rows[0] ?? null;
}
