import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A model as a search shows it. */
export interface FoundModelRow {
  readonly id: string;
  readonly name: string;
  readonly sourceQuery: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly lastRefreshedAt: Date | null;
  readonly createdAt: Date;
  /** Its node in the tree; null for a model without a place there. */
  readonly nodeId: string | null;
}

/** The models of these ids, in no order. */
export async function loadFoundModels(db: Db, bank: BankScope, ids: readonly string[]): Promise<readonly FoundModelRow[]> {
  const { rows } = await db.query<FoundModelRow>(sql`
    SELECT m.id, m.name, m.source_query AS "sourceQuery", m.content, m.tags, m.last_refreshed_at AS "lastRefreshedAt", m.created_at AS "createdAt",
      (SELECT n.id FROM knowledge_node AS n WHERE n.bank_id = m.bank_id AND n.mental_model_id = m.id) AS "nodeId"
    FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id = ANY(${ids}::text[])`);
  return rows;
}
