import { type Statement, sql } from "../db.js";

/** What carries the tags that are listed. */
export type TagSource = "memories" | "mental_models";

/** The table whose rows carry them. */
export function taggedRows(source: TagSource): Statement {
  return source === "memories" ? sql`memory` : sql`mental_model`;
}
