import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

export interface ModelChange {
  readonly name?: string | undefined;
  readonly sourceQuery?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly maxTokens?: number | undefined;
  /** As `mergeTrigger` writes it. */
  readonly trigger?: Readonly<Record<string, unknown>> | undefined;
}

/** Changes the given fields; false when the bank has no such model. */
export async function updateMentalModel(tx: Db, bank: BankScope, id: string, change: ModelChange): Promise<boolean> {
  const trigger = change.trigger === undefined ? null : json(change.trigger);
  const { affected } = await tx.query(sql`
    UPDATE mental_model
    SET name = coalesce(${change.name ?? null}, name), source_query = coalesce(${change.sourceQuery ?? null}, source_query),
      tags = coalesce(${change.tags ?? null}::text[], tags), max_tokens = coalesce(${change.maxTokens ?? null}::integer, max_tokens),
      trigger = coalesce(${trigger}::jsonb, trigger), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND id = ${id}`);
  return affected > 0;
}
