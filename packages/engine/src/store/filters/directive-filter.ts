import type { DirectiveScope } from "../../domain/directives.js";
import type { BankScope } from "../../domain/scope.js";
import { allOf, anyOf, type Statement, sql } from "../db.js";
import { memoryFilter } from "./memory-filter.js";

/** Which directives are meant, over table `directive` under the alias `d`. Untagged ones belong to every scope, in strict modes too. */
export function directiveFilter(bank: BankScope, { activeOnly, scope }: DirectiveScope): Statement {
  const conditions: Statement[] = [sql`d.bank_id = ${bank.key}`];
  if (activeOnly) conditions.push(sql`d.is_active`);
  if (scope !== "every") {
    const untagged = sql`cardinality(d.tags) = 0`;
    conditions.push(scope === "untagged" ? untagged : anyOf([untagged, memoryFilter(scope, sql`d`)]));
  }
  return allOf(conditions);
}
