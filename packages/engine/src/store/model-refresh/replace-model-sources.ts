import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { ModelSource } from "./list-model-sources.js";

/** Puts these sources in the place of those that a model has. */
export async function replaceModelSources(tx: Db, bank: BankScope, modelId: string, sources: readonly ModelSource[]): Promise<void> {
  const ids = sources.map(({ memoryId }) => memoryId);
  await tx.query(sql`
    DELETE FROM mental_model_source WHERE bank_id = ${bank.key} AND model_id = ${modelId} AND NOT (memory_id = ANY(${ids}::uuid[]))`);
  if (sources.length === 0) return;
  await tx.query(sql`
    INSERT INTO mental_model_source (bank_id, model_id, memory_id, text, is_cited)
    SELECT ${bank.key}, ${modelId}, s.memory_id, s.text, s.is_cited
    FROM unnest(${ids}::uuid[], ${sources.map(({ text }) => text)}::text[], ${sources.map(({ isCited }) => isCited)}::boolean[])
      AS s(memory_id, text, is_cited)
    ON CONFLICT (bank_id, model_id, memory_id) DO UPDATE SET text = excluded.text, is_cited = excluded.is_cited`);
}
