import type { TenantScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { type Db, sql } from "../db.js";

/** The name under which this database's objects lie in object storage. It was made with the database and never changes. */
export async function readStorageSpace(db: Db, _tenant: TenantScope): Promise<string> {
  const { rows } = await db.query<{ space: string }>(sql`SELECT space FROM storage_space LIMIT 1`);
  const space = rows[0]?.space;
  if (space === undefined)
    throw new HindsightError("internal", "The database has lost the name of its object storage (table storage_space).");
  return space;
}
