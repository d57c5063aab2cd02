import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes from an entity what a split of `aliasId` gave back: the memories that have neither its own name nor another of its aliases, the aliases that came
 * with that one, and the alias. Returns the memories that are tied to it no more.
 */
export async function leaveAlias(tx: Db, bank: BankScope, entityId: string, aliasId: string): Promise<readonly number[]> {
  const { rows } = await tx.query<{ memory_no: number }>(sql`
    WITH going AS MATERIALIZED (
      SELECT id FROM entity_alias WHERE bank_id = ${bank.key} AND (id = ${aliasId}::uuid OR ${aliasId}::uuid = ANY(path))
    ), named AS MATERIALIZED (
      SELECT mention.memory_no, bool_or(mention.is_beside) AS has_own, bool_or(mention.alias_id = ${aliasId}::uuid) AS has_alias
      FROM alias_mention AS mention JOIN going ON going.id = mention.alias_id WHERE mention.bank_id = ${bank.key} GROUP BY mention.memory_no
    ), untied AS (
      DELETE FROM memory_entity AS tie USING named
      WHERE tie.bank_id = ${bank.key} AND tie.entity_id = ${entityId}::uuid AND tie.memory_no = named.memory_no AND NOT named.has_own AND NOT EXISTS (
        SELECT FROM alias_mention AS other CROSS JOIN LATERAL (
          SELECT a.entity_id FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.id = other.alias_id OFFSET 0) AS a
        WHERE other.bank_id = ${bank.key} AND other.memory_no = named.memory_no AND a.entity_id = ${entityId}::uuid
          AND other.alias_id NOT IN (SELECT id FROM going))
      RETURNING tie.memory_no
    ), beside AS (
      UPDATE alias_mention AS mention SET is_beside = named.has_alias FROM going, named
      WHERE mention.bank_id = ${bank.key} AND mention.alias_id = going.id AND going.id <> ${aliasId}::uuid AND named.memory_no = mention.memory_no
    ), moved AS (
      UPDATE entity_alias SET entity_id = ${aliasId}::uuid, path = path[:array_position(path, ${aliasId}::uuid) - 1]
      WHERE bank_id = ${bank.key} AND ${aliasId}::uuid = ANY(path)
    ), gone AS (
      DELETE FROM entity_alias WHERE bank_id = ${bank.key} AND id = ${aliasId}::uuid
    )
    SELECT memory_no FROM untied ORDER BY memory_no`);
  return rows.map((row) => row.memory_no);
}
