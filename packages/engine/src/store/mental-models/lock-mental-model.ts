import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface LockedModel {
  readonly sourceQuery: string;
  readonly trigger: unknown;
  readonly tags: readonly string[];
  readonly lastRefreshedAt: Date | null;
}

/** Takes a model's row until the transaction ends; null when the bank has none of that id. */
export async function lockMentalModel(tx: Db, bank: BankScope, id: string): Promise<LockedModel | null> {
  const { rows } = await tx.query<LockedModel>(sql`
    SELECT source_query AS "sourceQuery", trigger, tags, last_refreshed_at AS "lastRefreshedAt"
    FROM mental_model WHERE bank_id = ${bank.key} AND id = ${id} FOR UPDATE`);
  return rows[0] ?? null;
}
