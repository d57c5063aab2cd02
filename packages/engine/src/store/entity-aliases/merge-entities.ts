import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { hasOwnName } from "../filters/own-name.js";

/**
 * Makes an entity an alias of another, to which its own aliases, and the memories that mention it, go over; which memories had which name is kept. The entity
 * itself is still to be deleted, once it has no aliases left: `deleteMerged`.
 */
export async function mergeEntities(tx: Db, bank: BankScope, into: string, entityId: string): Promise<number> {
  const named = (entity: string) => sql`
    SELECT tie.memory_no FROM memory_entity AS tie WHERE tie.bank_id = ${bank.key} AND tie.entity_id = ${entity}::uuid AND ${hasOwnName(bank, sql`tie.memory_no`, sql`${entity}::uuid`)}`;
  const { affected } = await tx.query(sql`
    WITH by_target AS MATERIALIZED (${named(into)}), by_merged AS MATERIALIZED (${named(entityId)}), moved AS (
      UPDATE entity_alias SET entity_id = ${into}::uuid, path = path || ${entityId}::uuid WHERE bank_id = ${bank.key} AND entity_id = ${entityId}::uuid
    ), beside AS (
      UPDATE alias_mention AS mention SET is_beside = mention.memory_no IN (SELECT memory_no FROM by_target)
      FROM entity_alias AS a
      WHERE a.bank_id = ${bank.key} AND a.entity_id = ${entityId}::uuid AND mention.bank_id = ${bank.key} AND mention.alias_id = a.id
    ), alias AS (
      INSERT INTO entity_alias (bank_id, id, entity_id, name, name_key, kind, metadata, reading)
      SELECT bank_id, id, ${into}::uuid, canonical_name, name_key, kind, metadata, reading FROM entity WHERE bank_id = ${bank.key} AND id = ${entityId}::uuid
    ), mentions AS (
      INSERT INTO alias_mention (bank_id, alias_id, memory_no, is_beside)
      SELECT ${bank.key}, ${entityId}::uuid, memory_no, memory_no IN (SELECT memory_no FROM by_target) FROM by_merged
    )
    INSERT INTO memory_entity (bank_id, memory_no, entity_id)
    SELECT bank_id, memory_no, ${into}::uuid FROM memory_entity WHERE bank_id = ${bank.key} AND entity_id = ${entityId}::uuid
    ON CONFLICT DO NOTHING`);
  return affected;
}
