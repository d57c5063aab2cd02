import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ReadingModel {
  readonly id: string;
  /** It is refreshed after consolidation or by the clock, without a caller. */
  readonly refreshesItself: boolean;
}

/** The mental models that had one of these memories before them when they were written. By ids in arrays: three look-ups by key, whatever the planner thinks. */
export async function findReadingModels(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly ReadingModel[]> {
  const { rows } = await db.query<ReadingModel>(sql`
    SELECT m.id, coalesce(m.trigger ->> 'refresh_after_consolidation', '') = 'true'
      OR coalesce(m.trigger ->> 'refresh_cron', '') <> '' OR coalesce(m.trigger ->> 'full_refresh_cron', '') <> '' AS "refreshesItself"
    FROM mental_model AS m
    WHERE m.bank_id = ${bank.key} AND m.id = ANY(ARRAY(
      SELECT s.model_id FROM mental_model_source AS s
      WHERE s.bank_id = ${bank.key} AND s.memory_id = ANY(ARRAY(
        SELECT f.id FROM memory AS f WHERE f.bank_id = ${bank.key} AND f.memory_no = ANY(${numbers}::integer[])))))
    ORDER BY m.id`);
  return rows;
}
