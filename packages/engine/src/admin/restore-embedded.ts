import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { inSpace, type ObjectStore } from "../providers/objects/index.js";
import { enterSchema, holdsBanks, loadSchema } from "../store/archive/index.js";
import { listMigrations } from "../store/migrate.js";
import { syncFolder } from "../store/pglite/durable-file-system.js";
import { lockFolder } from "../store/pglite/folder-lock.js";
import { openEmbedded } from "../store/pglite/index.js";
import { restoredFolder } from "../store/pglite/template.js";
import type { OnStep } from "./backup.js";
import { embeddedMajor } from "./folder.js";
import { loadingOf, type OpenBackup, openBackup, type Restored, type RestoreOptions, report, targetHasBanks } from "./restore.js";

/**
 * Restores into a folder of the embedded database. The new one is made beside, synced, and takes the folder's place in one step; what was there is kept
 * under another name. Throws `data_folder_locked` while a server has the folder, `operation_conflict` when there are banks in it that may not be replaced.
 */
export async function restoreEmbedded(folder: string, options: RestoreOptions): Promise<Restored> {
  const { file, replace, onStep = () => undefined, log } = options;
  const opened = await openBackup(file, await listMigrations(), onStep);
  if (!replace) await requireEmpty(folder, log);
  const lock = await lockFolder(folder);
  try {
    const making = `${folder}.restoring`;
    const space = opened.archive.manifest.has_objects ? randomUUID() : null;
    try {
      await fill(making, opened, space === null ? null : inSpace(options.objects, space), space, onStep, log);
    } catch (error) {
      rmSync(making, { recursive: true, force: true });
      if (space !== null) await options.objects.deleteAll(`${space}/`);
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
      const isFilled = await db.transaction(async (tx) => {
        await enterSchema(tx, "public");
        return holdsBanks(tx);
      });
      if (!isFilled) return;
    } finally {
      await db.close();
    }
  }
  throw targetHasBanks(folder, "it would be kept beside, under another name");
}

export const noCapabilities = (): never => {
  throw new Error("A database that is being restored is asked for no capabilities.");
};

async function fill(
  folder: string,
  opened: OpenBackup,
  objects: ObjectStore | null,
  space: string | null,
  onStep: OnStep,
  log: Logger | undefined,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true }); // of a restore that was killed
  const db = await openEmbedded({ folder, ...(log && { log }), deadlineMs: LONGEST_STATEMENT_MS }, noCapabilities);
  try {
    await loadSchema(db, loadingOf(opened, objects, space, onStep));
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
