import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { hasOwnName } from "../filters/own-name.js";

/** Gives entities whose own name no memory has any more the name of the alias that most memories have, which is an alias no more. */
export async function promoteAliases(tx: Db, bank: BankScope, entityIds: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH nameless AS MATERIALIZED (
      SELECT e.id FROM entity AS e
      WHERE e.bank_id = ${bank.key} AND e.id = ANY(${entityIds}::uuid[]) AND NOT EXISTS (
        SELECT FROM memory_entity AS tie WHERE tie.bank_id = ${bank.key} AND tie.entity_id = e.id AND ${hasOwnName(bank, sql`tie.memory_no`, sql`e.id`)})
    ), chosen AS MATERIALIZED (
      SELECT DISTINCT ON (a.entity_id) a.* FROM nameless JOIN entity_alias AS a ON a.bank_id = ${bank.key} AND a.entity_id = nameless.id
      ORDER BY a.entity_id, (SELECT count(*) FROM alias_mention AS mention WHERE mention.bank_id = ${bank.key} AND mention.alias_id = a.id) DESC, a.id
    ), beside AS (
      UPDATE alias_mention AS mention SET is_beside = EXISTS (
        SELECT FROM alias_mention AS own WHERE own.bank_id = ${bank.key} AND own.alias_id = chosen.id AND own.memory_no = mention.memory_no)
      FROM chosen JOIN entity_alias AS other ON other.bank_id = ${bank.key} AND other.entity_id = chosen.entity_id AND other.id <> chosen.id
      WHERE mention.bank_id = ${bank.key} AND mention.alias_id = other.id
    ), gone AS (
      DELETE FROM entity_alias AS a USING chosen WHERE a.bank_id = ${bank.key} AND a.id = chosen.id
    )
    UPDATE entity AS e SET canonical_name = chosen.name, name_key = chosen.name_key, kind = chosen.kind, metadata = chosen.metadata,
      reading = chosen.reading
    FROM chosen WHERE e.bank_id = ${bank.key} AND e.id = chosen.entity_id`);
  return affected;
}
