import { randomUUID } from "node:crypto";
import { HindsightError } from "../errors.js";
import { inSpace } from "../providers/objects/index.js";
import {
  countOtherConnections,
  dropTables,
  enterSchema,
  holdsBanks,
  loadSchema,
  makeSchema,
  ourTables,
  quoted,
} from "../store/archive/index.js";
import type { Database } from "../store/db.js";
import { listMigrations } from "../store/migrate.js";
import { loadingOf, openBackup, type Restored, type RestoreOptions, report, targetHasBanks } from "./restore.js";

export interface PostgresTarget {
  /** With no limit on how long a statement runs, and one connection. */
  readonly db: Database;
  readonly schema: string;
  /** Goes on although servers are connected. */
  readonly force: boolean;
}

/**
 * Restores into a schema of PostgreSQL, in one transaction: until it ends, others see what was there before. Throws `operation_conflict` while servers are
 * connected, or when there are banks that may not be replaced.
 */
export async function restorePostgres({ db, schema, force }: PostgresTarget, options: RestoreOptions): Promise<Restored> {
  const { file, replace, objects, onStep = () => undefined } = options;
  const all = await listMigrations();
  const opened = await openBackup(file, all, onStep);
  const space = opened.archive.manifest.has_objects ? randomUUID() : null;
  try {
    await db.transaction(async (tx) => {
      await makeSchema(tx, schema);
      await enterSchema(tx, schema);
      const others = await countOtherConnections(tx);
      if (others > 0 && !force) {
        const message = `Hindsight has ${others} other connections to this database: a server or a worker runs. Stop it first, or add --force.`;
        throw new HindsightError("operation_conflict", message);
      }
      if (!replace && (await holdsBanks(tx))) throw targetHasBanks(`The schema "${schema}"`, "it is dropped; make a backup of it first");
      await dropTables(tx, ourTables(all));
      // A text without values goes to PostgreSQL as a script, and stays in this transaction.
      const target = {
        query: tx.query,
        script: async (text: string): Promise<void> => {
          await tx.query({ text, values: [] });
        },
      };
      await loadSchema(target, loadingOf(opened, space === null ? null : inSpace(objects, space), space, onStep));
    });
  } catch (error) {
    if (space !== null) await objects.deleteAll(`${space}/`);
    throw error;
  }
  onStep({ stage: "indexing", at: "statistics", done: 0, total: 1 });
  for (const { name } of opened.archive.manifest.tables) await db.script(`ANALYZE ${quoted(schema)}.${quoted(name)}`);
  return report(opened, null);
}
