import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** An alias of an entity by its id, or by its name in any case; null when it has none of that name. */
export async function findAlias(db: Db, bank: BankScope, entityId: string, alias: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT id FROM entity_alias WHERE bank_id = ${bank.key} AND entity_id = ${entityId}::uuid AND (id::text = lower(${alias}::text) OR lower(name) = lower(${alias}::text))
    ORDER BY id LIMIT 1`);
  return rows[0]?.id ?? null;
}
