import type { ObservationScopeCount } from "../../domain/observations.js";
import type { Paging } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The sets of tags that observations have, those of most observations first, then by name. */
export async function listScopes(db: Db, bank: BankScope, { limit, offset }: Paging): Promise<readonly ObservationScopeCount[]> {
  const { rows } = await db.query<ObservationScopeCount>(sql`
    SELECT tags, count FROM (
      SELECT ARRAY(SELECT DISTINCT tag COLLATE "C" FROM unnest(m.tags) AS tag ORDER BY 1) AS tags, count(*) AS count
      FROM memory m WHERE m.bank_id = ${bank.key} AND m.kind = 'observation' GROUP BY 1) AS scope
    ORDER BY count DESC, tags LIMIT ${limit}::integer OFFSET ${offset}::integer`);
  return rows;
}
