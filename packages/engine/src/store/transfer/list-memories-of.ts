import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A memory that documents state. */
export interface MemoryOfDocuments {
  readonly memoryNo: number;
  readonly runNo: number | null;
  /** False for one that is at home in another document and that these state too. */
  readonly isAtHome: boolean;
}

/** The memories that documents of a bank state, at home there or not, by number. */
export async function listMemoriesOf(db: Db, bank: BankScope, documentIds: readonly string[]): Promise<readonly MemoryOfDocuments[]> {
  const { rows } = await db.query<MemoryOfDocuments>(sql`
    WITH wanted AS MATERIALIZED (
      SELECT memory_no FROM memory WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[])
      UNION
      SELECT memory_no FROM memory_source WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[])
    )
    SELECT memory_no AS "memoryNo", run_no AS "runNo", document_id IS NOT NULL AND document_id = ANY(${documentIds}::text[]) AS "isAtHome"
    FROM memory WHERE bank_id = ${bank.key} AND memory_no IN (SELECT memory_no FROM wanted) ORDER BY memory_no`);
  return rows;
}
