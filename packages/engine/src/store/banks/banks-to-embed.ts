import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { ownBank } from "../filters/own-bank.js";

/**
 * Row keys of the banks of which it is not known that all their memories have a vector of this model, oldest first. What was known of another model
 * is forgotten: from now on memories get no vectors of that one.
 */
export async function banksToEmbed(db: Db, _tenant: TenantScope, modelId: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ key: number }>(sql`
    WITH forgotten AS (UPDATE bank SET embedded_model_id = NULL WHERE embedded_model_id <> ${modelId})
    SELECT bank_id AS key FROM bank WHERE ${ownBank} AND embedded_model_id IS DISTINCT FROM ${modelId} ORDER BY bank_id`);
  return rows.map((row) => row.key);
}
