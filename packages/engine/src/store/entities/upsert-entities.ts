import type { EntityKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface NamedEntity {
  readonly name: string;
  /** Its normal form (`domain/text/name-key.ts`). */
  readonly key: string;
  readonly kind: EntityKind;
  /** Memories of this write that name it. */
  readonly mentions: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  /** The id it gets when it is new, unless an entity or an alias has that: one that was renamed or merged since. Then it gets one of its own. */
  readonly id: string;
}

export interface UpsertedEntity {
  readonly id: string;
  /** The alias by which it was found; null when it has the name itself. */
  readonly aliasId: string | null;
}

/**
 * Finds or makes the entity of each name, counts its mentions, and returns the ids in the order of the names; of equal keys the first spelling names a new
 * one. A name is an entity's whose name is the same but for case (as the database's `lower` has it, which knows letters such as İ), else one with the same
 * key, else the one that has an alias of that name or key; a label only a label's. The caller holds the bank's row: between the look-up and the insert nobody else writes. Two index look-ups a name.
 */
export async function upsertEntities(tx: Db, bank: BankScope, names: readonly NamedEntity[]): Promise<readonly UpsertedEntity[]> {
  const { rows } = await tx.query<UpsertedEntity>(sql`
    WITH found AS MATERIALIZED (
      SELECT r.*, coalesce(
        (SELECT e.id FROM entity AS e WHERE e.bank_id = ${bank.key} AND lower(e.canonical_name) = lower(r.name) AND e.is_label = (r.kind = 'label')
         ORDER BY e.mention_count DESC, e.id LIMIT 1),
        (SELECT e.id FROM entity AS e WHERE e.bank_id = ${bank.key} AND e.name_key = r.key)) AS own
      FROM unnest(
        ${names.map((n) => n.name)}::text[], ${names.map((n) => n.key)}::text[], ${names.map((n) => n.kind)}::text[], ${names.map((n) => n.mentions)}::integer[],
        ${names.map((n) => n.firstSeen)}::timestamptz[], ${names.map((n) => n.lastSeen)}::timestamptz[], ${names.map((n) => n.id)}::uuid[]
      ) WITH ORDINALITY AS r(name, key, kind, mentions, first_seen, last_seen, id, place)
    ), aliased AS MATERIALIZED (
      SELECT found.*, CASE WHEN found.own IS NULL AND found.kind <> 'label' THEN coalesce(
        (SELECT a.id FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND lower(a.name) = lower(found.name) ORDER BY a.id LIMIT 1),
        (SELECT a.id FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.name_key = found.key)) END AS alias_id
      FROM found
    ), named AS MATERIALIZED (
      SELECT aliased.*, coalesce(own, (SELECT a.entity_id FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.id = aliased.alias_id)) AS known
      FROM aliased
    ), seen AS (
      UPDATE entity AS e SET mention_count = e.mention_count + s.mentions,
        first_seen = least(e.first_seen, s.first_seen), last_seen = greatest(e.last_seen, s.last_seen)
      FROM (SELECT known, sum(mentions)::integer AS mentions, min(first_seen) AS first_seen, max(last_seen) AS last_seen
            FROM named WHERE known IS NOT NULL GROUP BY known) AS s
      WHERE e.bank_id = ${bank.key} AND e.id = s.known
    ), made AS (
      INSERT INTO entity (bank_id, id, canonical_name, name_key, kind, is_label, first_seen, last_seen, mention_count)
      SELECT ${bank.key}, CASE WHEN EXISTS (SELECT FROM entity AS e WHERE e.bank_id = ${bank.key} AND e.id = (array_agg(named.id ORDER BY place))[1])
          OR EXISTS (SELECT FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.id = (array_agg(named.id ORDER BY place))[1])
        THEN gen_random_uuid() ELSE (array_agg(id ORDER BY place))[1] END, (array_agg(name ORDER BY place))[1], key, (array_agg(kind ORDER BY place))[1],
        bool_or(kind = 'label'), min(first_seen), max(last_seen), sum(mentions)::integer
      FROM named WHERE known IS NULL GROUP BY key ORDER BY key
      RETURNING id, name_key
    )
    SELECT coalesce(named.known, made.id) AS id, named.alias_id AS "aliasId" FROM named LEFT JOIN made ON made.name_key = named.key AND named.known IS NULL ORDER BY named.place`);
  return rows;
}
