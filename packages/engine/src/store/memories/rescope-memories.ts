import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

/** Gives all memories of a document these observation scopes; null is the bank's default. They are to be consolidated again, where anything is learnt from them. */
export async function rescopeMemories(tx: Db, bank: BankScope, documentId: string, scopes: ObservationScopes | null): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory
    SET observation_scopes = nullif(${json(scopes)}::jsonb, 'null'), consolidated_at = CASE WHEN NOT is_learnt THEN consolidated_at END, consolidation_failed_at = NULL, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return affected;
}
