import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Keeps what a model says in its history, before a change that no refresh makes; of more than `most` entries the oldest go, 0 keeps all. Of the answer it
 * keeps what it stood on and its trace: the whole grew without bound.
 */
export async function snapshotModel(tx: Db, bank: BankScope, modelId: string, kind: "edit" | "clear", most: number): Promise<void> {
  await tx.query(sql`
    WITH next AS (SELECT coalesce(max(version), 0) + 1 AS version FROM mental_model_history WHERE bank_id = ${bank.key} AND model_id = ${modelId}),
      old AS (DELETE FROM mental_model_history
        WHERE bank_id = ${bank.key} AND model_id = ${modelId} AND ${most}::integer > 0 AND version <= (SELECT version FROM next) - ${most}::integer)
    INSERT INTO mental_model_history (bank_id, model_id, version, kind, previous_content, previous_reflect_response)
    SELECT m.bank_id, m.id, (SELECT version FROM next), ${kind}, m.content,
      CASE WHEN m.reflect_response IS NOT NULL
        THEN jsonb_build_object('based_on', m.reflect_response -> 'based_on', 'trace', m.reflect_response -> 'trace') END
    FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id = ${modelId}`);
}
