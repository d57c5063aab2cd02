import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type EntityConditions, visibleEntities } from "../filters/entity-filter.js";

/** How many entities a list has on all its pages. */
export async function countEntities(db: Db, bank: BankScope, filter: EntityConditions): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`SELECT count(*) AS total FROM (${visibleEntities(bank, filter)}) AS visible`);
  return rows[0]?.total ?? 0;
}
