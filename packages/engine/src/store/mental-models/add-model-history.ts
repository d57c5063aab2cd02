import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ModelEvent {
  readonly kind: "refresh" | "edit" | "clear" | "failure";
  readonly outcome?: string | null;
  readonly failureReason?: string | null;
  readonly errorMessage?: string | null;
}

/**
 * Notes a change of a model before it is made: what it says now becomes what it said before. Of a failure only the fact is kept, since nothing changed.
 * Of an answer it keeps what it stood on and its trace (the whole grew without bound). `keep` is how many entries stay, 0 all.
 */
export async function addModelHistory(tx: Db, bank: BankScope, modelId: string, event: ModelEvent, keep: number): Promise<void> {
  const { kind, outcome = null, failureReason = null, errorMessage = null } = event;
  const isChange = kind !== "failure";
  await tx.query(sql`
    WITH next AS (SELECT coalesce(max(version), 0) + 1 AS version FROM mental_model_history WHERE bank_id = ${bank.key} AND model_id = ${modelId}),
      old AS (DELETE FROM mental_model_history
        WHERE bank_id = ${bank.key} AND model_id = ${modelId} AND ${keep}::integer > 0 AND version <= (SELECT version FROM next) - ${keep}::integer)
    INSERT INTO mental_model_history
      (bank_id, model_id, version, kind, outcome, failure_reason, error_message, previous_content, previous_reflect_response)
    SELECT m.bank_id, m.id, (SELECT version FROM next), ${kind}, ${outcome}, ${failureReason}, ${errorMessage},
      CASE WHEN ${isChange}::boolean THEN m.content END,
      CASE WHEN ${isChange}::boolean AND m.reflect_response IS NOT NULL
        THEN jsonb_build_object('based_on', m.reflect_response -> 'based_on', 'trace', m.reflect_response -> 'trace') END
    FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id = ${modelId}`);
}
