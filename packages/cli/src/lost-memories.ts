// What a backup says of a database whose memories are gone while what finds them is there.
// In: rows by schema and table. Out: a warning, or nothing.

import type { Restored } from "@hindsight-memory/engine";

/** Null unless a schema has no memory and yet words or vectors of some, as an emptied file leaves it. */
export function lostMemories(rows: Restored["rows"]): string | null {
  const emptied = Object.entries(rows).flatMap(([schema, { memory = 0, posting = 0, memory_vector: vectors = 0 }]) =>
    memory === 0 && posting + vectors > 0 ? [schema] : [],
  );
  if (emptied.length === 0) return null;
  return `Warning: no memory is in ${emptied.join(", ")}, while words or vectors of some are: a file of the database is damaged. Keep your older backups, and see \`hindsight admin doctor\`.`;
}
