import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

/** Gives the memories out of use that are at home in a document these observation scopes; null is the bank's default. */
export async function rescopeInvalidated(tx: Db, bank: BankScope, documentId: string, scopes: ObservationScopes | null): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE invalidated_memory SET observation_scopes = nullif(${json(scopes)}::jsonb, 'null')
    WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return affected;
}
