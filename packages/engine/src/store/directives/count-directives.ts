import type { DirectiveScope } from "../../domain/directives.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { directiveFilter } from "../filters/directive-filter.js";

/** How many directives a list has on all its pages. */
export async function countDirectives(db: Db, bank: BankScope, wanted: DirectiveScope): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`
    SELECT count(*) AS total FROM directive AS d WHERE ${directiveFilter(bank, wanted)}`);
  return rows[0]?.total ?? 0;
}
