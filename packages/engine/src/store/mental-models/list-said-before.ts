import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What a model said until it was changed. */
export interface SaidBefore {
  readonly modelId: string;
  readonly content: string;
  readonly changedAt: Date;
}

/** What each of these models said before, newest first within one model; changes that keep no text are left out. */
export async function listSaidBefore(db: Db, bank: BankScope, modelIds: readonly string[]): Promise<readonly SaidBefore[]> {
  if (modelIds.length === 0) return [];
  const { rows } = await db.query<SaidBefore>(sql`
    SELECT h.model_id AS "modelId", h.previous_content AS content, h.changed_at AS "changedAt"
    FROM mental_model_history AS h
    WHERE h.bank_id = ${bank.key} AND h.model_id = ANY(${modelIds}::text[]) AND h.previous_content IS NOT NULL
    ORDER BY h.model_id, h.version DESC`);
  return rows;
}
