import type { GraphTies } from "../../domain/graph.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Stored links with both ends among these memories, causes before likenesses and the strongest first. From each memory by its key, not over the bank's links. */
export async function listGraphLinks(db: Db, bank: BankScope, memoryNos: readonly number[], limit: number): Promise<GraphTies["links"]> {
  const { rows } = await db.query<GraphTies["links"][number]>(sql`
    SELECT edge.from_no AS "fromNo", edge.to_no AS "toNo", edge.kind, edge.weight
    FROM unnest(${memoryNos}::integer[]) AS m(memory_no)
    CROSS JOIN LATERAL (SELECT from_no, to_no, kind, weight FROM link WHERE bank_id = ${bank.key} AND from_no = m.memory_no OFFSET 0) AS edge
    WHERE edge.to_no = ANY(${memoryNos}::integer[])
    ORDER BY edge.kind IN ('semantic', 'temporal'), edge.weight DESC, edge.from_no DESC, edge.to_no DESC LIMIT ${limit}`);
  return rows;
}
