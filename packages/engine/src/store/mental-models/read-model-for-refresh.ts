import type { Trigger } from "../../domain/mental-models.js";
import type { BankScope } from "../../domain/scope.js";
import { readTrigger } from "../../domain/trigger.js";
import { type Db, sql } from "../db.js";

/** All that a refresh goes by. */
export interface ModelForRefresh {
  readonly id: string;
  readonly name: string;
  readonly sourceQuery: string;
  readonly content: string;
  /** As stored, which may be unreadable. */
  readonly structure: unknown;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  readonly trigger: Trigger;
  /** As it is stored: the fields that were set. */
  readonly storedTrigger: unknown;
  readonly reflectResponse: Readonly<Record<string, unknown>> | null;
  /** The question that the content answers; null after a clear. */
  readonly refreshedSourceQuery: string | null;
  readonly lastRefreshedAt: Date | null;
  readonly lastFullRefreshedAt: Date | null;
  readonly lastRefreshFailedAt: Date | null;
  readonly failures: number;
  /** The watermark and the time of the last refresh as the database writes them: a Date would lose their microseconds. */
  readonly memorySeenAt: string | null;
  readonly refreshedAt: string | null;
  /** The bank's overrides of settings. */
  readonly bankConfig: Readonly<Record<string, unknown>>;
}

/** A model whole, for who writes it anew or decides when; null when the bank has none of that id. */
export async function readModelForRefresh(db: Db, bank: BankScope, id: string): Promise<ModelForRefresh | null> {
  const { rows } = await db.query<Omit<ModelForRefresh, "trigger"> & { trigger: unknown }>(sql`
    SELECT m.id, m.name, m.source_query AS "sourceQuery", m.content, m.structure, m.tags, m.max_tokens AS "maxTokens", m.trigger,
      m.trigger AS "storedTrigger", m.reflect_response AS "reflectResponse", m.refreshed_source_query AS "refreshedSourceQuery", m.last_refreshed_at AS "lastRefreshedAt",
      m.last_full_refreshed_at AS "lastFullRefreshedAt", m.last_refresh_failed_at AS "lastRefreshFailedAt", m.failures,
      m.last_memory_seen_at::text AS "memorySeenAt", m.last_refreshed_at::text AS "refreshedAt",
      (SELECT config FROM bank WHERE bank_id = ${bank.key}) AS "bankConfig"
    FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id = ${id}`);
  const [row] = rows;
  return row === undefined ? null : { ...row, trigger: readTrigger(row.trigger) };
}
