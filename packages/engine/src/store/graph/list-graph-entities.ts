import type { EntityGraph } from "../../domain/graph.js";
import type { BankScope } from "../../domain/scope.js";
import type { TagFilter } from "../../domain/tags.js";
import { type Db, sql } from "../db.js";
import { visibleEntities } from "../filters/entity-filter.js";

/** These entities, most mentioned first; under a tag filter counted over the memories that pass it alone. */
export async function listGraphEntities(db: Db, bank: BankScope, ids: readonly string[], filter: TagFilter): Promise<EntityGraph["nodes"]> {
  const { rows } = await db.query<EntityGraph["nodes"][number]>(sql`
    SELECT visible.id, entity.canonical_name AS name, visible.mentions AS "mentionCount"
    FROM (${visibleEntities(bank, filter)}) AS visible JOIN entity ON entity.bank_id = ${bank.key} AND entity.id = visible.id
    WHERE visible.id = ANY(${ids}::uuid[])
    ORDER BY visible.mentions DESC, entity.canonical_name, entity.id`);
  return rows;
}
