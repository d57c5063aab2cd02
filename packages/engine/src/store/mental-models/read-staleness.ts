import { type ChangedGroup, type Staleness, stalenessOf } from "../../domain/model-staleness.js";
import type { BankScope } from "../../domain/scope.js";
import { readTrigger } from "../../domain/trigger.js";
import { type Db, sql } from "../db.js";
import { BEHIND, changedSince, JUDGED, type JudgedRow } from "../shapes/mental-model.js";

/** The staleness of models, by id, in one read; ids that the bank does not have are left out. */
export async function readStaleness(db: Db, bank: BankScope, modelIds: readonly string[]): Promise<ReadonlyMap<string, Staleness>> {
  if (modelIds.length === 0) return new Map();
  const wanted = sql`m.bank_id = ${bank.key} AND m.id = ANY(${modelIds}::text[])`;
  const { rows } = await db.query<JudgedRow & { id: string; changed: readonly ChangedGroup[] | null }>(sql`
    WITH changed AS MATERIALIZED (
      SELECT ${changedSince(bank.key, sql`(SELECT ${BEHIND} FROM mental_model AS m WHERE ${wanted})`)} AS groups)
    SELECT m.id, ${JUDGED}, CASE WHEN row_number() OVER (ORDER BY m.id) = 1 THEN (SELECT groups FROM changed) END AS changed
    FROM mental_model AS m WHERE ${wanted} ORDER BY m.id`);
  const changed = rows[0]?.changed ?? [];
  return new Map(rows.map((row) => [row.id, stalenessOf({ ...row, trigger: readTrigger(row.trigger) }, changed)]));
}
