import type { EntityDetail } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import type { TagFilter } from "../../domain/tags.js";
import { type Db, sql } from "../db.js";
import { visibleEntities } from "../filters/entity-filter.js";

/** One entity; under a tag filter null unless a visible memory mentions it. */
export async function getEntity(db: Db, bank: BankScope, entityId: string, filter: TagFilter): Promise<EntityDetail | null> {
  const { rows } = await db.query<EntityDetail>(sql`
    SELECT entity.id, entity.canonical_name AS "canonicalName", entity.metadata,
      visible.mentions AS "mentionCount", visible.first AS "firstSeen", visible.last AS "lastSeen"
    FROM (${visibleEntities(bank, { ...filter, entityId })}) AS visible JOIN entity ON entity.bank_id = ${bank.key} AND entity.id = visible.id`);
  return rows[0] ?? null;
}
