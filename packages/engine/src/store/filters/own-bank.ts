import { type Statement, sql } from "../db.js";

/** What the names of banks begin with that no caller can name: they are being filled by an import. */
export const STAGED = "_import_";

/** Banks that callers have: none that an import is still filling. */
export const ownBank: Statement = sql`external_id NOT LIKE '\\_%'`;
