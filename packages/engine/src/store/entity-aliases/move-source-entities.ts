import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Has the sources of memories that are tied to another entity by now mention that one: beside the former where the memory is still tied to it, else in its place. */
export async function moveSourceEntities(tx: Db, bank: BankScope, from: string, to: string): Promise<number> {
  const isTied = (entity: string) =>
    sql`EXISTS (SELECT FROM memory_entity AS tie WHERE tie.bank_id = ${bank.key} AND tie.memory_no = s.memory_no AND tie.entity_id = ${entity}::uuid)`;
  const { affected } = await tx.query(sql`
    UPDATE memory_source AS s
    SET entity_ids = CASE WHEN ${isTied(from)} THEN array_append(s.entity_ids, ${to}::uuid) ELSE array_replace(s.entity_ids, ${from}::uuid, ${to}::uuid) END
    WHERE s.bank_id = ${bank.key} AND ${from}::uuid = ANY(s.entity_ids) AND ${isTied(to)}`);
  return affected;
}
