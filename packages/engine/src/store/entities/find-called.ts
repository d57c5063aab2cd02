import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface CalledEntity {
  readonly entityId: string;
  /** The key or the reading by which it was found. */
  readonly asked: string;
  readonly isReading: boolean;
  /** Its own name first, then its aliases. */
  readonly names: readonly string[];
}

/** So many people of one name are found; who they are tell the memories. */
const MOST = 32;
const MOST_ALIASES = 16;

/**
 * Entities that have one of these names beside another, or a name that is written like that in Latin letters; never a label. Look-ups by index, whatever the
 * planner expects; ties in the order of the ids.
 */
export async function findCalled(
  db: Db,
  bank: BankScope,
  { keys, readings }: { readonly keys: readonly string[]; readonly readings: readonly string[] },
): Promise<readonly CalledEntity[]> {
  const { rows } = await db.query<CalledEntity>(sql`
    WITH found AS MATERIALIZED (
      SELECT entity_id, name_key AS asked, false AS is_reading FROM entity_alias WHERE bank_id = ${bank.key} AND name_key = ANY(${keys}::text[])
      UNION
      SELECT e.id, e.name_key, false FROM entity AS e WHERE e.bank_id = ${bank.key} AND e.name_key = ANY(${keys}::text[])
        AND EXISTS (SELECT FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.entity_id = e.id)
      UNION
      SELECT id, reading, true FROM entity WHERE bank_id = ${bank.key} AND reading > '' AND reading = ANY(${readings}::text[])
      UNION
      SELECT entity_id, reading, true FROM entity_alias WHERE bank_id = ${bank.key} AND reading > '' AND reading = ANY(${readings}::text[])
    )
    SELECT found.entity_id AS "entityId", found.asked, found.is_reading AS "isReading", ARRAY[e.canonical_name] || ARRAY(
        SELECT a.name FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.entity_id = e.id ORDER BY a.id LIMIT ${MOST_ALIASES}) AS names
    FROM found CROSS JOIN LATERAL (
      SELECT id, canonical_name FROM entity WHERE bank_id = ${bank.key} AND id = found.entity_id AND NOT is_label OFFSET 0) AS e
    ORDER BY found.entity_id, found.asked LIMIT ${MOST}`);
  return rows;
}
