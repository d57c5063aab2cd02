import type { EntityDetail, Paging } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type EntityConditions, visibleEntities } from "../filters/entity-filter.js";

/** A page of entities, most mentioned first; under a tag filter those of the visible memories, counted over them alone. */
export async function listEntities(db: Db, bank: BankScope, filter: Paging & EntityConditions): Promise<readonly EntityDetail[]> {
  const { rows } = await db.query<EntityDetail>(sql`
    SELECT entity.id, entity.canonical_name AS "canonicalName", entity.metadata,
      visible.mentions AS "mentionCount", visible.first AS "firstSeen", visible.last AS "lastSeen"
    FROM (${visibleEntities(bank, filter)}) AS visible JOIN entity ON entity.bank_id = ${bank.key} AND entity.id = visible.id
    ORDER BY visible.mentions DESC, entity.canonical_name, entity.id
    LIMIT ${filter.limit} OFFSET ${filter.offset}`);
  return rows;
}
