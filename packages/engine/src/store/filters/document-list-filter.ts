import type { DocumentFilter } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { allOf, type Statement, sql } from "../db.js";
import { tagsFilter } from "./memory-filter.js";
import { containing } from "./text-filter.js";
import { timeFilter } from "./time-filter.js";

/** What a list of documents may ask for, over table `document` under the alias `d`. */
export function documentListFilter(bank: BankScope, filter: Omit<DocumentFilter, "limit" | "offset">): Statement {
  const conditions: Statement[] = [
    sql`d.bank_id = ${bank.key}`,
    tagsFilter(filter.tags ?? [], filter.tagsMatch ?? "any_strict", sql`d.tags`),
  ];
  if (filter.q) conditions.push(sql`d.document_id ILIKE ${containing(filter.q)} OR d.original_text ILIKE ${containing(filter.q)}`);
  if (filter.startDate || filter.endDate) {
    const column = filter.timeField === "updated_at" ? sql`d.updated_at` : sql`d.created_at`;
    conditions.push(timeFilter(column, filter.startDate, filter.endDate));
  }
  return allOf(conditions);
}
