import type { EntityKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface NamedEntity {
  readonly name: string;
  readonly kind: EntityKind;
  /** Memories of this write that name it. */
  readonly mentions: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  /** The id it gets when it is new. */
  readonly id: string;
}

/**
 * Finds or makes the entity of each name, counts its mentions, and returns the ids in the order of the names. Names are the same when the database's
 * `lower` says so (an application's lower case disagrees on letters such as İ); spellings that differ in case alone share an entity.
 */
export async function upsertEntities(tx: Db, bank: BankScope, names: readonly NamedEntity[]): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(sql`
    WITH named AS (
      SELECT r.*, lower(r.name) AS key FROM unnest(
        ${names.map((n) => n.name)}::text[], ${names.map((n) => n.kind)}::text[], ${names.map((n) => n.mentions)}::integer[],
        ${names.map((n) => n.firstSeen)}::timestamptz[], ${names.map((n) => n.lastSeen)}::timestamptz[], ${names.map((n) => n.id)}::uuid[]
      ) WITH ORDINALITY AS r(name, kind, mentions, first_seen, last_seen, id, place)
    ), distinct_names AS (
      SELECT key, (array_agg(name ORDER BY place))[1] AS name, (array_agg(kind ORDER BY place))[1] AS kind, (array_agg(id ORDER BY place))[1] AS id,
        sum(mentions)::integer AS mentions, min(first_seen) AS first_seen, max(last_seen) AS last_seen
      FROM named GROUP BY key
    ), written AS (
      INSERT INTO entity AS e (bank_id, id, canonical_name, kind, first_seen, last_seen, mention_count)
      SELECT ${bank.key}, id, name, kind, first_seen, last_seen, mentions FROM distinct_names ORDER BY key
      ON CONFLICT (bank_id, lower(canonical_name)) DO UPDATE
      SET mention_count = e.mention_count + EXCLUDED.mention_count,
        first_seen = least(e.first_seen, EXCLUDED.first_seen), last_seen = greatest(e.last_seen, EXCLUDED.last_seen)
      RETURNING e.id, lower(e.canonical_name) AS key
    )
    SELECT written.id FROM named JOIN written USING (key) ORDER BY named.place`);
  return rows.map((row) => row.id);
}
