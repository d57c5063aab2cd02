import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTemplate } from "../store/pglite/template.js";

/** Major version of PostgreSQL that a folder was made by; with null, of the one built in. Null when the folder holds no database. */
export function embeddedMajor(folder: string | null): number | null {
  if (folder === null) return builtIn();
  try {
    return Number.parseInt(readFileSync(join(folder, "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

let known: number | null = null;

/** The template that new folders are made from says it. */
function builtIn(): number {
  if (known !== null) return known;
  const { header, contents } = readTemplate();
  let at = 0;
  for (const { path, size = 0 } of header.entries) {
    if (path === "PG_VERSION") {
      known = Number.parseInt(contents.toString("utf8", at, at + size), 10);
      return known;
    }
    at += size;
  }
  throw new Error("The database template has no PG_VERSION.");
}
