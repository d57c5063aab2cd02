import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Deletes the aliases of entities that no memory has any more, in use or not, unless a caller gave them, and what is noted of memories that no longer mention the entity. Returns those of
 * the entities that have aliases left.
 */
export async function dropUnmentionedAliases(tx: Db, bank: BankScope, entityIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await tx.query<{ entity_id: string }>(sql`
    WITH own AS MATERIALIZED (
      SELECT a.id, a.entity_id, a.is_given FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.entity_id = ANY(${entityIds}::uuid[])
    ), untied AS (
      DELETE FROM alias_mention AS mention USING own
      WHERE mention.bank_id = ${bank.key} AND mention.alias_id = own.id AND NOT EXISTS (
        SELECT FROM memory_entity AS tie WHERE tie.bank_id = ${bank.key} AND tie.memory_no = mention.memory_no AND tie.entity_id = own.entity_id)
    ), had AS MATERIALIZED (
      SELECT own.id, own.entity_id, own.is_given OR EXISTS (
          SELECT FROM alias_mention AS mention WHERE mention.bank_id = ${bank.key} AND mention.alias_id = own.id AND EXISTS (
            SELECT FROM memory_entity AS tie WHERE tie.bank_id = ${bank.key} AND tie.memory_no = mention.memory_no AND tie.entity_id = own.entity_id))
        OR EXISTS (
          SELECT FROM invalidated_memory AS m WHERE m.bank_id = ${bank.key} AND m.mentions @> jsonb_build_array(jsonb_build_object('id', own.id))) AS is_had
      FROM own
    ), dropped AS (
      DELETE FROM entity_alias AS a USING had WHERE a.bank_id = ${bank.key} AND a.id = had.id AND NOT had.is_had
    )
    SELECT DISTINCT entity_id FROM had WHERE is_had ORDER BY 1`);
  return rows.map((row) => row.entity_id);
}
