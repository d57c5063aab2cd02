import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Makes every waiting memory due at once. For the start of a process that has the database alone: whoever held them is gone. */
export async function freeWaiting(db: Db, _tenant: TenantScope): Promise<void> {
  await db.query(sql`UPDATE embedding_queue SET not_before = NULL WHERE not_before IS NOT NULL`);
}
