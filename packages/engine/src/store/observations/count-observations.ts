import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { memoryFilter } from "../filters/memory-filter.js";

/** How many observations have exactly these tags. */
export async function countObservations(db: Db, bank: BankScope, scope: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ found: number }>(sql`
    SELECT count(*) AS found FROM memory AS m
    WHERE m.bank_id = ${bank.key} AND (${memoryFilter({ kinds: ["observation"], tags: scope, tagsMatch: "exact" })})`);
  return rows[0]?.found ?? 0;
}
