import { sql } from "../db.js";

/** The sequence of operations numbers all changes of documents too: one order, which no clock can turn back. */
export const NEXT_CHANGE = sql`nextval(pg_get_serial_sequence('operation', 'sequence'))`;
