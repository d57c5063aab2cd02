import { setTimeout as sleep } from "node:timers/promises";
import { HindsightError } from "../errors.js";
import {
  countOtherConnections,
  dropTables,
  enterSchema,
  holdsBanks,
  type LoadTarget,
  makeSchema,
  ourTables,
  quoted,
} from "../store/archive/index.js";
import type { Database, Db } from "../store/db.js";
import { listMigrations } from "../store/migrate.js";
import { dropObjects, loadBackup, openBackup, type Restored, type RestoreOptions, report, targetHasBanks } from "./restore.js";

export interface PostgresTarget {
  /** With no limit on how long a statement runs, and one connection. */
  readonly db: Database;
  /** Another name for the schema of an archive with one; null leaves it. */
  readonly schema: string | null;
  /** Goes on although servers are connected. */
  readonly force: boolean;
}

/**
 * Restores into schemas of PostgreSQL, in one transaction: until it ends, others see what was there before. Throws `operation_conflict` while servers are
 * connected, or when there are banks that may not be replaced.
 */
export async function restorePostgres({ db, schema, force }: PostgresTarget, options: RestoreOptions): Promise<Restored> {
  const { file, replace, objects, onStep = () => undefined } = options;
  const all = await listMigrations();
  const opened = await openBackup(file, all, { target: schema, onStep });
  if (!force) await requireAlone(db);
  try {
    await db.transaction(async (tx) => {
      for (const { target } of opened.schemas) {
        await makeSchema(tx, target);
        await enterSchema(tx, target);
        if (!replace && (await holdsBanks(tx))) throw targetHasBanks(`The schema "${target}"`, "it is dropped; make a backup of it first");
        await dropTables(tx, ourTables(all));
      }
      await loadBackup(opened, targetsIn(tx), { objects, onStep });
    });
  } catch (error) {
    await dropObjects(opened, objects);
    throw error;
  }
  onStep({ stage: "indexing", at: "statistics", done: 0, total: 1 });
  for (const { target, shown } of opened.schemas) {
    for (const { name } of shown.tables) await db.script(`ANALYZE ${quoted(target)}.${quoted(name)}`);
  }
  return report(opened, null);
}

/** How long the connections of a server that was stopped a moment ago may take to go. */
const FAREWELL_MS = 3_000;

async function requireAlone(db: Database): Promise<void> {
  const until = Date.now() + FAREWELL_MS;
  for (;;) {
    const others = await countOtherConnections(db);
    if (others === 0) return;
    if (Date.now() > until) {
      const message = `Hindsight has ${others} other connections to this database: a server or a worker runs. Stop it first, or add --force.`;
      throw new HindsightError("operation_conflict", message);
    }
    await sleep(100);
  }
}

/** Schemas of one transaction. A text without values goes to PostgreSQL as a script, and stays in it. */
function targetsIn(tx: Db): (schema: string) => LoadTarget {
  let entered = "";
  return (schema) => {
    const query: Db["query"] = async (statement) => {
      if (entered !== schema) await enterSchema(tx, schema);
      entered = schema;
      return tx.query(statement);
    };
    return {
      query,
      script: async (text) => {
        await query({ text, values: [] });
      },
    };
  };
}
