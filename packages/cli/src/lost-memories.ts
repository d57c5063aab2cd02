// What a backup says of a database that lost memories, while what finds them is there.
// In: what the archive counts. Out: a warning, or nothing.

import type { Checksums } from "@hindsight-memory/engine";

/** Null unless the database had lost memories, which is counted where the archive knows; else where a schema has none at all and yet words or vectors of some. */
export function lostMemories({ rows, lost = {} }: Pick<Checksums, "rows" | "lost">): string | null {
  const said = Object.entries(rows).flatMap(([schema, { memory = 0, posting = 0, memory_vector: vectors = 0 }]) => {
    const count = lost[schema];
    if (count !== undefined) return count > 0 ? [`${count} ${count === 1 ? "memory is" : "memories are"} gone from ${schema}`] : [];
    return memory === 0 && posting + vectors > 0 ? [`no memory is in ${schema}`] : [];
  });
  if (said.length === 0) return null;
  return `Warning: ${said.join(", ")}, while words, vectors or links of some are there: a file of the database is damaged. Keep your older backups, and see \`hindsight admin doctor\`.`;
}
