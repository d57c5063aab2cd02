import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Notes that facts are consolidated, or, with `hasFailed`, that they could not be. `updated_at` stays: what is only noted changes no memory, and mental
 * models would look stale.
 */
export async function markConsolidated(
  tx: Db,
  bank: BankScope,
  memoryNumbers: readonly number[],
  { hasFailed }: { readonly hasFailed: boolean },
): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory
    SET consolidated_at = CASE WHEN ${hasFailed}::boolean THEN NULL ELSE clock_timestamp() END,
      consolidation_failed_at = CASE WHEN ${hasFailed}::boolean THEN clock_timestamp() END
    WHERE bank_id = ${bank.key} AND memory_no = ANY(${memoryNumbers}::integer[])`);
  return affected;
}
