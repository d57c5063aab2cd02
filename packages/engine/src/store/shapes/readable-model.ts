import { NOTHING_KNOWN_YET, PLACEHOLDER } from "../../domain/mental-models.js";
import { sql } from "../db.js";

/** A model under the alias `m` that says something: what stands in until its first refresh, or while nothing is known, says nothing. */
export const IS_READABLE = sql`m.content ~ '\\S' AND m.content NOT IN (${PLACEHOLDER}, ${NOTHING_KNOWN_YET})`;
