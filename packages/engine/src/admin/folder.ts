import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINE_MAJOR } from "../store/pglite/template.js";

/** Major version of PostgreSQL that a folder was made by; with null, of the one built in. Null when the folder holds no database. */
export function embeddedMajor(folder: string | null): number | null {
  if (folder === null) return ENGINE_MAJOR;
  try {
    return Number.parseInt(readFileSync(join(folder, "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
