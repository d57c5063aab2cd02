import type { BankScope } from "../../domain/scope.js";
import { json, type Statement, sql } from "../db.js";

export interface CandidateFilter {
  /** Facts whose tags hold one of these sets; null is all facts. */
  readonly scopes: readonly (readonly string[])[] | null;
  /** Leaves out facts that wait for their vector. */
  readonly isEmbedded: boolean;
}

/** Facts that no observation has taken in yet, as a condition on `memory m`. */
export function candidateFilter(bank: BankScope, { scopes, isEmbedded }: CandidateFilter): Statement {
  return sql`m.bank_id = ${bank.key} AND m.kind <> 'observation' AND m.consolidated_at IS NULL AND m.consolidation_failed_at IS NULL
    AND (${scopes === null}::boolean OR EXISTS (
      SELECT FROM jsonb_array_elements(${json(scopes ?? [])}::jsonb) AS scope WHERE m.tags @> ARRAY(SELECT jsonb_array_elements_text(scope))))
    AND (NOT ${isEmbedded}::boolean OR NOT EXISTS (
      SELECT FROM embedding_queue q WHERE q.bank_id = ${bank.key} AND q.memory_no = m.memory_no))`;
}
