import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

export interface NewModel {
  readonly id: string;
  readonly name: string;
  readonly sourceQuery: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  /** As `storedTrigger` writes it. */
  readonly trigger: Readonly<Record<string, unknown>>;
}

/** Adds a model; false when the bank has one of that id. */
export async function insertMentalModel(tx: Db, bank: BankScope, row: NewModel): Promise<boolean> {
  const { affected } = await tx.query(sql`
    INSERT INTO mental_model (bank_id, id, name, source_query, content, tags, max_tokens, trigger)
    VALUES (${bank.key}, ${row.id}, ${row.name}, ${row.sourceQuery}, ${row.content}, ${row.tags}::text[], ${row.maxTokens}, ${json(row.trigger)}::jsonb)
    ON CONFLICT (bank_id, id) DO NOTHING`);
  return affected > 0;
}
