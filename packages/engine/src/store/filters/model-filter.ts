import type { TagFilter } from "../../domain/tags.js";
import { allOf, type Statement, sql } from "../db.js";
import { memoryFilter } from "./memory-filter.js";

/** Which mental models are meant; absent parts say nothing. */
export interface ModelConditions extends TagFilter {
  /** True: only pages of the tree; false: only models without a place in it. */
  readonly isKnowledgePage?: boolean | undefined;
  /** Models left out, by id. */
  readonly except?: readonly string[] | null | undefined;
}

/** The conditions as one SQL fragment over table `mental_model` under the alias `m`. Fuzzy tag leaves must have been resolved. */
export function modelFilter({ isKnowledgePage, except, ...tags }: ModelConditions): Statement {
  const conditions: Statement[] = [memoryFilter(tags)];
  if (except && except.length > 0) conditions.push(sql`NOT (m.id = ANY(${except}::text[]))`);
  if (isKnowledgePage !== undefined) {
    const placed = sql`EXISTS (SELECT 1 FROM knowledge_node AS n WHERE n.bank_id = m.bank_id AND n.mental_model_id = m.id)`;
    conditions.push(isKnowledgePage ? placed : sql`NOT (${placed})`);
  }
  return allOf(conditions);
}
