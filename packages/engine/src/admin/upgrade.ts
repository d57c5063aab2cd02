// Upgrade: an embedded folder of another major version of PostgreSQL becomes one of the built-in version.
// In: the folder, and its own engine. Out: the folder anew, with the old one kept beside.
// The old engine works on a copy, so the old folder stays byte for byte what it was; what goes over is a backup, checked as any other.

import { cpSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Settings } from "../config/index.js";
import { HindsightError } from "../errors.js";
import { listMigrations } from "../store/migrate.js";
import { embeddedFolder } from "../store/open-database.js";
import { lockFolder } from "../store/pglite/folder-lock.js";
import { backup, type OnStep } from "./backup.js";
import { objectStore, refuseMissingFolder, VERSION } from "./database.js";
import { embeddedMajor } from "./folder.js";
import { openOldEngine } from "./old-engine.js";
import type { Restored } from "./restore.js";
import { restoreEmbedded } from "./restore-embedded.js";

export interface UpgradePlan {
  readonly folder: string;
  readonly from: number;
  readonly to: number;
  /** Nothing is to be done. */
  readonly isCurrent: boolean;
}

/** What an upgrade would do. Throws `configuration_invalid` when the settings name no folder with an embedded database. */
export function planUpgrade(settings: Settings): UpgradePlan {
  refuseMissingFolder(settings);
  const folder = embeddedFolder({ url: settings.databaseUrl, dataDir: settings.dataDir });
  if (folder === null) {
    throw new HindsightError(
      "configuration_invalid",
      "HINDSIGHT_API_DATABASE_URL names a PostgreSQL server, which is upgraded by its own tools (pg_upgrade).",
    );
  }
  const [from, to] = [embeddedMajor(folder), embeddedMajor(null) as number];
  if (from === null)
    throw new HindsightError("configuration_invalid", `There is no database in ${folder}. Set HINDSIGHT_DATA_DIR to the server's folder.`);
  return { folder, from, to, isCurrent: from === to };
}

/**
 * Upgrades the folder of the settings. `engine` names the package of the old engine. Objects stay where they are. Throws `data_folder_locked` while a
 * server has it, `configuration_invalid` while the old engine is not installed; the folder is as it was after a failure.
 */
export async function upgradeFolder(
  settings: Settings,
  { engine, onStep = () => undefined }: { readonly engine?: string; readonly onStep?: OnStep } = {},
): Promise<Restored & UpgradePlan> {
  const plan = planUpgrade(settings);
  const { folder, from, isCurrent } = plan;
  if (isCurrent) throw new HindsightError("bad_argument", `${folder} is of PostgreSQL ${from} already. There is nothing to upgrade.`);
  const copy = `${folder}.upgrading`;
  const file = `${folder}.upgrading.tar.gz`;
  const store = objectStore(settings);
  try {
    const lock = await lockFolder(folder);
    try {
      onStep({ stage: "copying", at: folder, done: 0, total: 1 });
      rmSync(copy, { recursive: true, force: true });
      cpSync(folder, copy, { recursive: true });
    } finally {
      lock.release();
    }
    const old = await openOldEngine(copy, from, engine ?? `pglite-${from}`);
    try {
      await backup(old.source, await listMigrations(), {
        file,
        schemas: null,
        replace: true,
        objects: null,
        hindsightVersion: VERSION,
        now: new Date(),
        onStep,
      });
    } finally {
      await old.close();
    }
    return { ...(await restoreEmbedded(folder, { file, replace: true, objects: store, onStep })), ...plan };
  } finally {
    await rm(copy, { recursive: true, force: true });
    await rm(file, { force: true });
    await store.close();
  }
}
