import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Makes an alias an entity again, under the id that it had, with the aliases that came with it and the memories that have one of these names. The alias is
 * still to be deleted, and with it what memories are tied by it alone: `leaveAlias`.
 */
export async function splitAlias(tx: Db, bank: BankScope, aliasId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH going AS MATERIALIZED (
      SELECT id FROM entity_alias WHERE bank_id = ${bank.key} AND (id = ${aliasId}::uuid OR ${aliasId}::uuid = ANY(path))
    ), entity_again AS (
      INSERT INTO entity (bank_id, id, canonical_name, name_key, kind, is_label, metadata, reading)
      SELECT bank_id, id, name, name_key, kind, false, metadata, reading FROM entity_alias WHERE bank_id = ${bank.key} AND id = ${aliasId}::uuid
    )
    INSERT INTO memory_entity (bank_id, memory_no, entity_id)
    SELECT DISTINCT mention.bank_id, mention.memory_no, ${aliasId}::uuid
    FROM alias_mention AS mention JOIN going ON going.id = mention.alias_id WHERE mention.bank_id = ${bank.key}
    ORDER BY mention.memory_no`);
  return affected;
}
