import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { holdsBanks, listSchemas } from "../store/archive/index.js";
import { createSchema } from "../store/create-schema.js";
import { listMigrations } from "../store/migrate.js";
import { syncFolder } from "../store/pglite/durable-file-system.js";
import { lockFolder } from "../store/pglite/folder-lock.js";
import { openEmbedded } from "../store/pglite/index.js";
import { restoredFolder } from "../store/pglite/template.js";
import type { OnStep } from "./backup.js";
import { embeddedMajor } from "./folder.js";
import {
  dropObjects,
  loadBackup,
  type OpenBackup,
  openBackup,
  type Restored,
  type RestoreOptions,
  report,
  targetHasBanks,
} from "./restore.js";

/**
 * Restores into a folder of the embedded database. The new one is made beside, synced, and takes the folder's place in one step; what was there is kept
 * under another name. Throws `data_folder_locked` while a server has the folder, `operation_conflict` when there are banks in it that may not be replaced.
 */
export async function restoreEmbedded(folder: string, options: RestoreOptions & { readonly schema?: string | null }): Promise<Restored> {
  const { file, replace, schema = null, onStep = () => undefined, log } = options;
  const opened = await openBackup(file, await listMigrations(), { target: schema, onStep });
  if (!replace) await requireEmpty(folder, log);
  const lock = await lockFolder(folder);
  try {
    const making = `${folder}.restoring`;
    try {
      await fill(making, opened, { ...options, onStep });
    } catch (error) {
      rmSync(making, { recursive: true, force: true });
      await dropObjects(opened, options.objects);
      throw error;
    }
    return report(opened, takePlace(making, folder));
  } finally {
    lock.release();
  }
}

/** An embedded database that cannot be opened, because it is of another version of PostgreSQL, counts as one with banks. */
async function requireEmpty(folder: string, log: Logger | undefined): Promise<void> {
  if (!existsSync(join(folder, "PG_VERSION"))) return;
  if (embeddedMajor(folder) === embeddedMajor(null)) {
    const db = await openEmbedded({ folder, ...(log && { log }) }, noCapabilities);
    try {
      const filled: boolean[] = [];
      for (const schema of await listSchemas(db)) filled.push(await holdsBanks(db.inSchema(schema)));
      if (!filled.includes(true)) return;
    } finally {
      await db.close();
    }
  }
  throw targetHasBanks(folder, "it would be kept beside, under another name");
}

export const noCapabilities = (): never => {
  throw new Error("A database that is being restored is asked for no capabilities.");
};

async function fill(folder: string, opened: OpenBackup, options: RestoreOptions & { readonly onStep: OnStep }): Promise<void> {
  const { log, onStep } = options;
  rmSync(folder, { recursive: true, force: true }); // of a restore that was killed
  const db = await openEmbedded({ folder, ...(log && { log }), deadlineMs: LONGEST_STATEMENT_MS }, noCapabilities);
  try {
    for (const { target } of opened.schemas) await createSchema(db, target);
    await loadBackup(opened, (schema) => db.inSchema(schema), options);
    onStep({ stage: "indexing", at: "statistics", done: 0, total: 1 });
    await db.script("VACUUM (ANALYZE)");
    await db.script("CHECKPOINT");
  } finally {
    await db.close();
  }
}

/** A piece of a few megabytes with its indexes takes seconds on a slow machine, and a foreign key over all rows longer. */
const LONGEST_STATEMENT_MS = 3_600_000;

/** Returns where the database that was there lies now. A kill between the renames is mended at the next start (`ensureFolder`). */
export function takePlace(made: string, folder: string): string | null {
  const parent = dirname(folder);
  const ready = restoredFolder(folder);
  rmSync(ready, { recursive: true, force: true });
  syncFolder(made);
  renameSync(made, ready);
  syncFolder(parent);
  let kept: string | null = null;
  if (existsSync(folder)) {
    kept = `${folder}.before-${new Date().toISOString().replace(/[-:]|\.\d+Z$/g, "")}`;
    renameSync(folder, kept);
  }
  renameSync(ready, folder);
  syncFolder(parent);
  return kept;
}
