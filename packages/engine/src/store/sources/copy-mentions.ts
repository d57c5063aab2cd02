import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { MemoryCopy } from "./copy-memories.js";

/** Ties copied memories to the entities of those that they are copies of; returns the entities, which are to be counted again. */
export async function copyMentions(tx: Db, bank: BankScope, copies: readonly MemoryCopy[]): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(sql`
    WITH by_alias AS (
      INSERT INTO alias_mention (bank_id, alias_id, memory_no, is_beside)
      SELECT mention.bank_id, mention.alias_id, r.to_no, mention.is_beside
      FROM unnest(${copies.map((c) => c.from)}::integer[], ${copies.map((c) => c.to)}::integer[]) AS r(from_no, to_no)
      JOIN alias_mention AS mention ON mention.bank_id = ${bank.key} AND mention.memory_no = r.from_no
    ), tied AS (
      INSERT INTO memory_entity (bank_id, memory_no, entity_id)
      SELECT mention.bank_id, r.to_no, mention.entity_id
      FROM unnest(${copies.map((c) => c.from)}::integer[], ${copies.map((c) => c.to)}::integer[]) AS r(from_no, to_no)
      JOIN memory_entity AS mention ON mention.bank_id = ${bank.key} AND mention.memory_no = r.from_no
      RETURNING entity_id
    )
    SELECT DISTINCT entity_id AS id FROM tied ORDER BY entity_id`);
  return rows.map((row) => row.id);
}
