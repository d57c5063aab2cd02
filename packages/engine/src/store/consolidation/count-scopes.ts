import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** How many sets of tags observations have. */
export async function countScopes(db: Db, bank: BankScope): Promise<number> {
  const { rows } = await db.query<{ scopes: number }>(sql`
    SELECT count(*) AS scopes FROM (
      SELECT DISTINCT ARRAY(SELECT DISTINCT tag COLLATE "C" FROM unnest(m.tags) AS tag ORDER BY 1)
      FROM memory m WHERE m.bank_id = ${bank.key} AND m.kind = 'observation') AS scope`);
  return rows[0]?.scopes ?? 0;
}
