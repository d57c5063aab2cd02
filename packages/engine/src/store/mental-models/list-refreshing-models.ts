import type { Trigger } from "../../domain/mental-models.js";
import { type ChangedGroup, type Staleness, stalenessOf } from "../../domain/model-staleness.js";
import type { BankScope } from "../../domain/scope.js";
import { readTrigger } from "../../domain/trigger.js";
import { type Db, sql } from "../db.js";
import { BEHIND, changedSince, JUDGED, type JudgedRow } from "../shapes/mental-model.js";

/** A model as who decides about its refreshes sees it. */
export interface RefreshingModel {
  readonly id: string;
  readonly tags: readonly string[];
  readonly trigger: Trigger;
  readonly staleness: Staleness;
  readonly createdAt: Date;
  readonly lastRefreshedAt: Date | null;
  readonly lastFullRefreshedAt: Date | null;
}

/** The models that refresh themselves, by what their triggers say, with their staleness. */
export async function listRefreshingModels(db: Db, bank: BankScope): Promise<readonly RefreshingModel[]> {
  const itself = sql`m.bank_id = ${bank.key} AND m.trigger ?| ARRAY['refresh_after_consolidation', 'refresh_cron', 'full_refresh_cron']`;
  const { rows } = await db.query<
    JudgedRow & Omit<RefreshingModel, "trigger" | "staleness"> & { changed: readonly ChangedGroup[] | null }
  >(sql`
    WITH changed AS MATERIALIZED (
      SELECT ${changedSince(bank.key, sql`(SELECT ${BEHIND} FROM mental_model AS m WHERE ${itself})`)} AS groups)
    SELECT m.id, m.created_at AS "createdAt", m.last_refreshed_at AS "lastRefreshedAt", m.last_full_refreshed_at AS "lastFullRefreshedAt", ${JUDGED},
      CASE WHEN row_number() OVER (ORDER BY m.id) = 1 THEN (SELECT groups FROM changed) END AS changed
    FROM mental_model AS m WHERE ${itself} ORDER BY m.id`);
  const changed = rows[0]?.changed ?? [];
  return rows.map(({ id, tags, createdAt, lastRefreshedAt, lastFullRefreshedAt, ...row }) => {
    const trigger = readTrigger(row.trigger);
    return {
      id,
      tags,
      trigger,
      createdAt,
      lastRefreshedAt,
      lastFullRefreshedAt,
      staleness: stalenessOf({ ...row, tags, trigger }, changed),
    };
  });
}
