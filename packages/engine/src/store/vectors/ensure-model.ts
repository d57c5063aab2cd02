import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The key of an embedding model, entered in the list when it is new. The list is one for all banks. */
export async function ensureModel(
  db: Db,
  _tenant: TenantScope,
  model: { readonly name: string; readonly dimension: number },
): Promise<number> {
  const { rows } = await db.query<{ model_id: number }>(sql`
    WITH made AS (
      INSERT INTO embedding_model (name, dimension) VALUES (${model.name}, ${model.dimension}) ON CONFLICT (name) DO NOTHING RETURNING model_id
    )
    SELECT model_id FROM made UNION ALL SELECT model_id FROM embedding_model WHERE name = ${model.name} LIMIT 1`);
  const found = rows[0]?.model_id;
  return found ?? ensureModel(db, _tenant, model); // another process entered it in the same moment: it is visible to the next statement
}
