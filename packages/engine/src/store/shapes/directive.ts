import { sql } from "../db.js";

/** The columns of a directive under the alias `d`. */
export const DIRECTIVE = sql`d.id, d.name, d.content, d.priority, d.is_active AS "isActive", d.tags,
  d.created_at AS "createdAt", d.updated_at AS "updatedAt"`;
