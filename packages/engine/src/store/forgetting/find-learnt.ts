import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What a bank has learnt that memories may have gone into. */
export interface Learnt {
  /** Observations that stand on one of the memories, or may have its words. */
  readonly observations: readonly number[];
  readonly hasModels: boolean;
  /** Recorded model calls of learning still have their texts. */
  readonly hasTexts: boolean;
}

/** Looks what was learnt of memories: the one statement that a deletion costs where nothing was. */
export async function findLearnt(db: Db, bank: BankScope, numbers: readonly number[]): Promise<Learnt> {
  const { rows } = await db.query<Learnt>(sql`
    SELECT
      ARRAY(
        SELECT s.observation_no FROM observation_source AS s WHERE s.bank_id = ${bank.key} AND s.memory_no = ANY(${numbers}::integer[])
        UNION SELECT r.observation_no FROM observation_reading AS r WHERE r.bank_id = ${bank.key} AND r.memory_no = ANY(${numbers}::integer[])
        ORDER BY 1) AS observations,
      EXISTS (SELECT FROM mental_model AS m WHERE m.bank_id = ${bank.key}) AS "hasModels",
      EXISTS (SELECT FROM llm_request AS r WHERE r.bank_id = ${bank.key} AND r.operation <> 'retain' AND NOT r.llm_info ? 'forgotten') AS "hasTexts"`);
  return rows[0] ?? { observations: [], hasModels: false, hasTexts: false };
}
