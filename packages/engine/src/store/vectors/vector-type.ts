import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Type number (oid) of `vector` in this database; it differs from one to the next, since an extension made it. */
export async function vectorType(db: Db, _tenant: TenantScope): Promise<number> {
  const { rows } = await db.query<{ oid: number }>(sql`SELECT 'vector'::regtype::oid AS oid`);
  return rows[0]?.oid ?? 0;
}
