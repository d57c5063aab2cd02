import type { EntityKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface SimilarEntity {
  /** The name that was asked for. */
  readonly asked: string;
  readonly id: string;
  readonly canonicalName: string;
  readonly kind: EntityKind;
  readonly mentionCount: number;
}

/**
 * Entities that a name may be a misspelling or the short form of: of the same kind and initial, and either at most three letters longer or shorter (a
 * person with the same last letter, which a slip leaves alone), or the name with more words behind it. How alike they are is for `resolve` to say. A name that exists as it is has no use for them and finds itself.
 *
 * By the index on kind and initial. Trigrams (`pg_trgm`) would bring candidates with another initial, none of which the rule takes, and the embedded
 * database would have to load the extension.
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
    SELECT asked.name AS asked, e.id, e.canonical_name AS "canonicalName", e.kind, e.mention_count AS "mentionCount"
    FROM asked CROSS JOIN LATERAL (
      SELECT id, canonical_name, kind, mention_count FROM entity
      WHERE bank_id = ${bank.key} AND kind = asked.kind AND left(lower(canonical_name), 1) = asked.initial AND NOT is_label
        AND (abs(length(canonical_name) - length(asked.name)) <= 3 AND (asked.kind <> 'person' OR right(lower(canonical_name), 1) = right(asked.key, 1))
          OR starts_with(lower(canonical_name), asked.key || ' '))
      OFFSET 0
    ) AS e
    ORDER BY e.mention_count DESC, e.canonical_name`);
  return rows;
}
