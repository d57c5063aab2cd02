import type { MentalModelChange } from "../../domain/mental-models.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Changes and failed refreshes of a model, newest first; null when the bank has no such model. */
export async function listModelHistory(db: Db, bank: BankScope, modelId: string): Promise<readonly MentalModelChange[] | null> {
  const { rows } = await db.query<MentalModelChange & { version: number | null }>(sql`
    SELECT h.version, h.previous_content AS "previousContent", h.previous_reflect_response AS "previousReflectResponse", h.changed_at AS "changedAt",
      h.kind, h.outcome, h.failure_reason AS "failureReason", h.error_message AS "errorMessage"
    FROM mental_model AS m LEFT JOIN mental_model_history AS h ON h.bank_id = ${bank.key} AND h.model_id = ${modelId}
    WHERE m.bank_id = ${bank.key} AND m.id = ${modelId} ORDER BY h.version DESC`);
  if (rows.length === 0) return null;
  return rows.filter(({ version }) => version !== null).map(({ version: _, ...change }) => change);
}
