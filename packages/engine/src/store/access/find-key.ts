import type { ApiKey } from "../../domain/access.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { KEY_COLUMNS } from "./key-columns.js";

export interface FoundKey extends ApiKey {
  readonly secretHash: Uint8Array;
  /** False when the tenant's schema is gone. */
  readonly isThere: boolean;
}

/** The key of an id, whichever tenant's: who presents a key is not known yet. Asked of the home schema, where all keys lie. */
export async function findKey(db: Db, _home: TenantScope, id: string): Promise<FoundKey | null> {
  const { rows } = await db.query<FoundKey>(sql`
    SELECT ${KEY_COLUMNS}, secret_hash AS "secretHash", to_regnamespace(quote_ident(schema_name)) IS NOT NULL AS "isThere" FROM api_key WHERE id = ${id}`);
  return rows[0] ?? null;
}
