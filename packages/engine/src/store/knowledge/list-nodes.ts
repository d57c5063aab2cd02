import type { Trigger } from "../../domain/mental-models.js";
import type { BankScope } from "../../domain/scope.js";
import { readTrigger } from "../../domain/trigger.js";
import { type Db, sql } from "../db.js";

export interface NodeRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: "folder" | "page";
  readonly name: string;
  readonly mentalModelId: string | null;
  readonly managed: boolean;
  readonly sourceQuery: string | null;
  readonly content: string | null;
  readonly tags: readonly string[];
  readonly maxTokens: number | null;
  readonly trigger: Trigger | null;
  readonly lastRefreshedAt: Date | null;
  readonly lastRefreshFailedAt: Date | null;
  readonly modelCreatedAt: Date | null;
}

/** Every node of a bank with what stands behind its pages, or those of these ids; by name. `withContent` reads what the pages say as well. */
export async function listNodes(
  db: Db,
  bank: BankScope,
  { ids = null, withContent = false }: { readonly ids?: readonly string[] | null; readonly withContent?: boolean } = {},
): Promise<readonly NodeRow[]> {
  const { rows } = await db.query<Omit<NodeRow, "trigger"> & { readonly trigger: unknown }>(sql`
    SELECT n.id, n.parent_id AS "parentId", n.kind, n.name, n.mental_model_id AS "mentalModelId", n.managed, m.source_query AS "sourceQuery",
      CASE WHEN ${withContent}::boolean THEN m.content END AS content, coalesce(m.tags, '{}') AS tags, m.max_tokens AS "maxTokens", m.trigger,
      m.last_refreshed_at AS "lastRefreshedAt", m.last_refresh_failed_at AS "lastRefreshFailedAt", m.created_at AS "modelCreatedAt"
    FROM knowledge_node AS n LEFT JOIN LATERAL (
      SELECT * FROM mental_model WHERE bank_id = ${bank.key} AND id = n.mental_model_id OFFSET 0) AS m ON true
    WHERE n.bank_id = ${bank.key} AND (${ids}::text[] IS NULL OR n.id = ANY(${ids}::text[]))
    ORDER BY n.sort_order, n.name, n.id`);
  return rows.map((row) => ({ ...row, trigger: row.mentalModelId === null ? null : readTrigger(row.trigger) }));
}
