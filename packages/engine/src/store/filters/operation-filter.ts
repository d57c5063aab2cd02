import type { OperationFilter } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { allOf, type Statement, sql } from "../db.js";

/** What a list of operations may ask for, over table `operation` under the alias `o`. Parents are the ones without a payload. */
export function operationFilter(bank: BankScope, filter: Omit<OperationFilter, "limit" | "offset">): Statement {
  const conditions: Statement[] = [sql`o.bank_id = ${bank.key}`];
  if (filter.status) conditions.push(sql`o.status = ${filter.status}`);
  if (filter.type) conditions.push(sql`o.type = ${filter.type}`);
  if (filter.excludeParents) conditions.push(sql`o.payload IS NOT NULL`);
  return allOf(conditions);
}
