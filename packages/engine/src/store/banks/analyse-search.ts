import type { BankScope } from "../../domain/scope.js";
import type { Database } from "../db.js";

/** Has the planner look at what recall reads: a bank that has just outgrown the scan may be unknown to it, and would not get the plans that it grew into. */
export async function analyseSearch(db: Database, _bank: BankScope): Promise<void> {
  for (const table of ["memory", "memory_vector", "posting", "memory_entity"]) await db.script(`ANALYZE ${table}`);
}
