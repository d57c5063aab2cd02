import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import type { ModelForRefresh } from "../mental-models/read-model-for-refresh.js";

export interface FinishedRefresh {
  /** What the refresh began with: where the model says or asks something else, or looks at something else by now, nothing is written. */
  readonly before: Pick<ModelForRefresh, "content" | "sourceQuery" | "tags" | "storedTrigger">;
  readonly content: string;
  /** Null leaves the stored structure. */
  readonly structure: unknown;
  readonly reflectResponse: Readonly<Record<string, unknown>>;
  readonly isFull: boolean;
  /** Null leaves the stored watermark, as one does that is older. */
  readonly watermark: string | null;
}

/** Fields of a trigger that say when a model is refreshed, and not what it comes to. */
const WHEN = ["refresh_after_consolidation", "refresh_cron", "full_refresh_cron", "min_refresh_interval_seconds"] as const;

/** Writes what a refresh came to; false when the model is gone or was changed meanwhile. Only the watermark may stand still: it never goes back. */
export async function finishRefresh(tx: Db, bank: BankScope, id: string, refresh: FinishedRefresh): Promise<boolean> {
  const { before, content, structure, reflectResponse, isFull, watermark } = refresh;
  const { affected } = await tx.query(sql`
    UPDATE mental_model SET content = ${content}, structure = coalesce(nullif(${json(structure)}::jsonb, 'null'), structure),
      reflect_response = ${json(reflectResponse)}::jsonb, refreshed_source_query = source_query,
      last_refreshed_at = clock_timestamp(),
      last_full_refreshed_at = CASE WHEN ${isFull}::boolean THEN clock_timestamp() ELSE last_full_refreshed_at END,
      failures = 0,
      last_memory_seen_at = greatest(last_memory_seen_at, ${watermark}::timestamptz),
      updated_at = CASE WHEN content = ${content} THEN updated_at ELSE clock_timestamp() END
    WHERE bank_id = ${bank.key} AND id = ${id} AND content = ${before.content} AND source_query = ${before.sourceQuery}
      AND tags = ${before.tags}::text[] AND trigger - ${WHEN}::text[] = ${json(before.storedTrigger)}::jsonb - ${WHEN}::text[]`);
  return affected > 0;
}
