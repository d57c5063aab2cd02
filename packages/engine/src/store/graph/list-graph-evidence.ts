import type { GraphTies } from "../../domain/graph.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The facts that observations stand on, at most `most` of each, the first ones. By key look-ups, whatever the planner expects of a bank that is new to it. */
export async function listGraphEvidence(
  db: Db,
  bank: BankScope,
  observationNos: readonly number[],
  most: number,
): Promise<GraphTies["evidence"]> {
  const { rows } = await db.query<GraphTies["evidence"][number]>(sql`
    SELECT o.observation_no AS "observationNo", evidence.memory_no AS "memoryNo"
    FROM unnest(${observationNos}::integer[]) AS o(observation_no)
    CROSS JOIN LATERAL (
      SELECT memory_no FROM observation_source AS s WHERE s.bank_id = ${bank.key} AND s.observation_no = o.observation_no
      ORDER BY s.created_at, s.memory_no LIMIT ${most}) AS evidence
    ORDER BY 1, 2`);
  return rows;
}
