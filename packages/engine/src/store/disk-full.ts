// A full disk, on either engine: the statement failed and was rolled back, and goes through when there is room again.

import { HindsightError } from "../errors.js";
import { sqlStateOf } from "./db.js";

const DISK_FULL = "53100";

/** The error to throw instead, or null when `error` is about something else. */
export function diskFull(error: unknown): HindsightError | null {
  if (sqlStateOf(error) !== DISK_FULL) return null;
  const what = error instanceof Error ? error.message : String(error);
  return new HindsightError(
    "database_unavailable",
    `The database has its disk full (${what}). Nothing of this was stored; make room and try again.`,
    {
      cause: error,
    },
  );
}
