import type { MentalModel, MentalModelDetail } from "../../domain/mental-models.js";
import { type ChangedGroup, stalenessOf } from "../../domain/model-staleness.js";
import { readTrigger } from "../../domain/trigger.js";
import { type Statement, sql } from "../db.js";

/** What it takes to judge whether a model is stale. */
export interface JudgedRow {
  readonly tags: readonly string[];
  readonly trigger: unknown;
  readonly seenAt: number | null;
  readonly goneSources: number;
}

export interface ModelRow extends JudgedRow {
  readonly id: string;
  readonly name: string;
  readonly sourceQuery: string;
  readonly content: string;
  readonly maxTokens: number;
  readonly reflectResponse: Readonly<Record<string, unknown>> | null;
  readonly lastRefreshedAt: Date | null;
  readonly lastFullRefreshedAt: Date | null;
  readonly lastRefreshFailedAt: Date | null;
  readonly lastMemorySeenAt: Date | null;
  readonly createdAt: Date;
  readonly isKnowledgePage: boolean;
}

/** The columns of a model under the alias `m`; what the detail leaves out is not read. */
export function modelColumns(detail: MentalModelDetail): Statement {
  const content = detail === "metadata" ? sql`'' AS content` : sql`m.content`;
  const response = detail === "full" ? sql`m.reflect_response` : sql`NULL::jsonb`;
  return sql`m.id, m.name, m.source_query AS "sourceQuery", ${content}, m.max_tokens AS "maxTokens", ${response} AS "reflectResponse",
    m.last_refreshed_at AS "lastRefreshedAt", m.last_full_refreshed_at AS "lastFullRefreshedAt", m.last_refresh_failed_at AS "lastRefreshFailedAt",
    m.last_memory_seen_at AS "lastMemorySeenAt", m.created_at AS "createdAt",
    EXISTS (SELECT FROM knowledge_node AS n WHERE n.bank_id = m.bank_id AND n.mental_model_id = m.id) AS "isKnowledgePage", ${JUDGED}`;
}

/** The watermark under the alias `m`: null when the content answers nothing, or another question than the one that is asked now. */
const SEEN = sql`CASE WHEN m.refreshed_source_query = m.source_query THEN coalesce(m.last_memory_seen_at, m.last_refreshed_at) END`;

const microseconds = (time: Statement): Statement => sql`(extract(epoch FROM ${time}) * 1000000)::bigint`;

/** The columns of a `JudgedRow`, under the alias `m`. */
export const JUDGED = sql`m.tags, m.trigger, ${microseconds(SEEN)} AS "seenAt",
  (SELECT count(*) FROM mental_model_source AS s WHERE s.bank_id = m.bank_id AND s.model_id = m.id
    AND NOT EXISTS (SELECT FROM memory WHERE memory.bank_id = s.bank_id AND memory.id = s.memory_id)) AS "goneSources"`;

/** Of rows of `mental_model` under the alias `m`: from when on changes matter to the one that is farthest behind. */
export const BEHIND = sql`min(coalesce(${SEEN}, '-infinity'::timestamptz))`;

/** JSON of what changed in a bank after a time, as `ChangedGroup[]`. By the index over changes: nothing changed costs nothing. */
export function changedSince(key: number, time: Statement): Statement {
  return sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'tags', c.tags, 'changedAt', c.at)), '[]')
    FROM (SELECT kind, tags, ${microseconds(sql`max(updated_at)`)} AS at FROM memory
      WHERE bank_id = ${key} AND updated_at > ${time} GROUP BY kind, tags) AS c)`;
}

/** A model as callers read it. */
export function readModelRow({ seenAt, goneSources, ...row }: ModelRow, changed: readonly ChangedGroup[]): MentalModel {
  const trigger = readTrigger(row.trigger);
  const { isStale, code, reason } = stalenessOf({ tags: row.tags, trigger, seenAt, goneSources }, changed);
  return { ...row, trigger, isStale, stalenessCode: code, stalenessReason: reason };
}
