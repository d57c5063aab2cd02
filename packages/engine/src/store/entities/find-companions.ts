import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface Companion {
  readonly entityId: string;
  /** The key of a name that a memory mentions beside the entity. */
  readonly nameKey: string;
}

/** Latest mentions of an entity that are looked at. */
const READ = 200;

/** Which of these names memories mention together with which of these entities. */
export async function findCompanions(
  db: Db,
  bank: BankScope,
  entityIds: readonly string[],
  nameKeys: readonly string[],
): Promise<readonly Companion[]> {
  const { rows } = await db.query<Companion>(sql`
    SELECT DISTINCT asked.entity_id AS "entityId", named.name_key AS "nameKey"
    FROM unnest(${entityIds}::uuid[]) AS asked(entity_id)
    CROSS JOIN LATERAL (
      SELECT memory_no FROM memory_entity WHERE bank_id = ${bank.key} AND entity_id = asked.entity_id ORDER BY memory_no DESC LIMIT ${READ}
    ) AS told
    CROSS JOIN LATERAL (SELECT entity_id FROM memory_entity WHERE bank_id = ${bank.key} AND memory_no = told.memory_no OFFSET 0) AS beside
    CROSS JOIN LATERAL (SELECT name_key FROM entity WHERE bank_id = ${bank.key} AND id = beside.entity_id OFFSET 0) AS named
    WHERE beside.entity_id <> asked.entity_id AND named.name_key = ANY(${nameKeys}::text[])`);
  return rows;
}
