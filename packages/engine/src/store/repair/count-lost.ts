import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { lostMemories } from "../filters/lost-memories.js";

/** How many memories are gone, and of how many who speaks. */
export interface Lost {
  readonly memories: number;
  readonly byVector: number;
  readonly byWords: number;
  readonly byLink: number;
  readonly byName: number;
}

/** Counts memories of all banks that a file lost: a scan of each table. */
export async function countLost(db: Db, _tenant: TenantScope): Promise<Lost> {
  const { rows } = await db.query<Lost>(sql`
    SELECT count(*)::integer AS memories, (count(*) FILTER (WHERE by_vector))::integer AS "byVector", (count(*) FILTER (WHERE by_words))::integer AS "byWords",
      (count(*) FILTER (WHERE by_link))::integer AS "byLink", (count(*) FILTER (WHERE by_name))::integer AS "byName"
    FROM (${lostMemories(null)}) AS lost`);
  return rows[0] ?? { memories: 0, byVector: 0, byWords: 0, byLink: 0, byName: 0 };
}
