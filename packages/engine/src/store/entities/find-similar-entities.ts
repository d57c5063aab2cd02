import type { EntityKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface SimilarEntity {
  /** The name that was asked for. */
  readonly asked: string;
  readonly canonicalName: string;
  readonly kind: EntityKind;
  readonly mentionCount: number;
}

/**
 * Entities that a name may be a misspelling of: of the same kind and initial, at most three letters longer or shorter. How alike they are is for
 * `resolve` to say. A name that exists as it is has no use for them and finds itself alone. Reads the bank's entities once per call.
 */
export async function findSimilarEntities(
  db: Db,
  bank: BankScope,
  names: readonly { readonly name: string; readonly kind: EntityKind }[],
): Promise<readonly SimilarEntity[]> {
  const { rows } = await db.query<SimilarEntity>(sql`
    WITH asked AS (
      SELECT name, kind, lower(name) AS key, left(lower(name), 1) AS initial
      FROM unnest(${names.map((n) => n.name)}::text[], ${names.map((n) => n.kind)}::text[]) AS r(name, kind)
    )
    SELECT asked.name AS asked, e.canonical_name AS "canonicalName", e.kind, e.mention_count AS "mentionCount"
    FROM asked JOIN entity e ON e.bank_id = ${bank.key} AND e.kind = asked.kind AND left(lower(e.canonical_name), 1) = asked.initial
      AND abs(length(e.canonical_name) - length(asked.name)) <= 3 AND NOT e.is_label
    ORDER BY e.mention_count DESC, e.canonical_name`);
  return rows;
}
