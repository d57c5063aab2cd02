import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import { NEXT_CHANGE } from "../shapes/next-change.js";

/** Absent fields stay. */
export interface DocumentChange {
  readonly tags?: readonly string[] | undefined;
  readonly observationScopes?: ObservationScopes | null | undefined;
}

/** Changes tags and observation scopes of a document; false when there is none of that id. */
export async function updateDocument(tx: Db, bank: BankScope, documentId: string, change: DocumentChange): Promise<boolean> {
  const noted = { ...(change.tags ? { retagged: true } : {}), ...(change.observationScopes === undefined ? {} : { rescoped: true }) };
  const params = change.observationScopes === undefined ? {} : { observation_scopes: change.observationScopes };
  const { affected } = await tx.query(sql`
    UPDATE document
    SET tags = coalesce(${change.tags ?? null}::text[], tags), retain_params = retain_params || ${json(params)}::jsonb, updated_at = now(),
      revision = ${NEXT_CHANGE}, writing = writing || ${json(noted)}::jsonb
    WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return affected > 0;
}
