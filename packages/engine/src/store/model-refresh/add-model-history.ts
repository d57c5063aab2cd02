import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

export interface ModelHistoryEntry {
  readonly kind: "refresh" | "failure";
  readonly outcome: string;
  readonly failureReason: string | null;
  readonly errorMessage: string | null;
  readonly previousContent: string | null;
  readonly previousReflectResponse: Readonly<Record<string, unknown>> | null;
}

/**
 * Adds an entry to a model's history; of more than `most` the oldest go. 0 keeps all. A failure stands for the one just before it, or a model that fails for
 * days would have nothing else in its history.
 */
export async function addModelHistory(tx: Db, bank: BankScope, modelId: string, entry: ModelHistoryEntry, most: number): Promise<void> {
  if (entry.kind === "failure") {
    await tx.query(sql`
      DELETE FROM mental_model_history AS h WHERE h.bank_id = ${bank.key} AND h.model_id = ${modelId} AND h.kind = 'failure'
        AND h.version = (SELECT max(version) FROM mental_model_history AS last WHERE last.bank_id = ${bank.key} AND last.model_id = ${modelId})`);
  }
  const { rows } = await tx.query<{ version: number }>(sql`
    INSERT INTO mental_model_history (bank_id, model_id, version, kind, outcome, failure_reason, error_message, previous_content, previous_reflect_response)
    SELECT bank_id, id,
      1 + coalesce((SELECT max(version) FROM mental_model_history AS h WHERE h.bank_id = ${bank.key} AND h.model_id = ${modelId}), 0),
      ${entry.kind}, ${entry.outcome}, ${entry.failureReason}, ${entry.errorMessage}, ${entry.previousContent},
      ${entry.previousReflectResponse === null ? null : json(entry.previousReflectResponse)}::jsonb
    FROM mental_model WHERE bank_id = ${bank.key} AND id = ${modelId}
    RETURNING version`);
  const [added] = rows;
  if (added === undefined || most === 0) return;
  await tx.query(sql`
    DELETE FROM mental_model_history WHERE bank_id = ${bank.key} AND model_id = ${modelId} AND version <= ${added.version - most}`);
}
