import type { GraphTies } from "../../domain/graph.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The entities that memories mention. Look-ups one after the other (OFFSET 0), whatever the planner expects of a bank that is new to it. */
export async function listGraphMentions(db: Db, bank: BankScope, memoryNos: readonly number[]): Promise<GraphTies["mentions"]> {
  const { rows } = await db.query<GraphTies["mentions"][number]>(sql`
    SELECT m.memory_no AS "memoryNo", named.id AS "entityId", named.canonical_name AS name
    FROM unnest(${memoryNos}::integer[]) AS m(memory_no)
    CROSS JOIN LATERAL (SELECT entity_id FROM memory_entity WHERE bank_id = ${bank.key} AND memory_no = m.memory_no OFFSET 0) AS mention
    CROSS JOIN LATERAL (SELECT id, canonical_name FROM entity WHERE bank_id = ${bank.key} AND id = mention.entity_id OFFSET 0) AS named
    ORDER BY m.memory_no, named.id`);
  return rows;
}
