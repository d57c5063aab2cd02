// A new database folder, unpacked from the template that ships with the package: no initdb at the first start.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { HindsightError } from "../../errors.js";
import { syncFolder } from "./durable-file-system.js";

/** Made by scripts/make-database-template.mjs; the path holds from `src` and from `dist`. */
export const TEMPLATE = new URL("../../../assets/database-template.br", import.meta.url);

export interface TemplateHeader {
  /** The PGlite that made it; another one may have another catalogue. */
  readonly pglite: string;
  /** Folders have no size. */
  readonly entries: readonly { readonly path: string; readonly size?: number }[];
}

/** The header, and the files' contents one behind the other. */
export function readTemplate(): { readonly header: TemplateHeader; readonly contents: Buffer } {
  const raw = brotliDecompressSync(readFileSync(TEMPLATE));
  const end = raw.indexOf(10);
  return { header: JSON.parse(raw.toString("utf8", 0, end)) as TemplateHeader, contents: raw.subarray(end + 1) };
}

/**
 * Makes `folder` a database if it is none yet. The caller holds its lock.
 * It is made beside and renamed when it is complete and on disk: a crash in the middle leaves no half database. Measured: 0.3 s.
 */
export async function ensureFolder(folder: string): Promise<void> {
  const restored = restoredFolder(folder);
  if (existsSync(join(folder, "PG_VERSION"))) {
    requireMajor(folder);
    rmSync(restored, { recursive: true, force: true }); // of a restore that was killed before it took the old one away: it has not happened
    return;
  }
  if (existsSync(restored) && !existsSync(folder)) {
    renameSync(restored, folder); // it was killed between its last two steps
    syncFolder(dirname(folder));
    return;
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new HindsightError(
      "configuration_invalid",
      `${folder} holds files but no database. Move them away, or set HINDSIGHT_DATA_DIR to another folder.`,
    );
  }
  const parent = dirname(folder);
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true }); // from a start that was killed
  try {
    await unpack(making);
  } catch (error) {
    rmSync(making, { recursive: true, force: true }); // on a full disk it would be in the way of whoever makes room
    throw error;
  }
  rmSync(folder, { recursive: true, force: true }); // empty
  renameSync(making, folder);
  syncFolder(parent);
  syncFolder(dirname(parent)); // the parent may be new itself
}

/** Major version of the PostgreSQL in this package, which the template is of as well (a test compares). */
export const ENGINE_MAJOR = 18;

/** The files of one major version cannot be read by another; PGlite's own words about it say nothing of what to do. */
function requireMajor(folder: string): void {
  const made = Number.parseInt(readFileSync(join(folder, "PG_VERSION"), "utf8"), 10);
  if (made === ENGINE_MAJOR) return;
  throw new HindsightError(
    "configuration_invalid",
    `The data folder ${folder} was made by PostgreSQL ${made}; this version has ${ENGINE_MAJOR} built in. Run \`hindsight admin upgrade\`, which moves its contents over.`,
  );
}

/** Where a restored database lies, whole and on disk, until it takes the place of `folder`. */
export const restoredFolder = (folder: string): string => `${folder}.restored`;

async function unpack(target: string): Promise<void> {
  const { header, contents } = readTemplate();
  mkdirSync(target, { mode: 0o700 });
  const made = [target];
  let at = 0;
  for (const { path, size } of header.entries) {
    const file = join(target, path);
    made.push(file);
    if (size === undefined) {
      mkdirSync(file, { mode: 0o700 });
    } else {
      writeFileSync(file, contents.subarray(at, at + size), { flag: "wx", mode: 0o600 });
      at += size;
    }
  }
  if (at !== contents.length) throw new Error(`${basename(TEMPLATE.pathname)} is damaged: reinstall the package.`);
  await syncAll(made);
}

/** Syncs files and folders, four at a time: after all writes, so that the file system can put many into one step of its journal. */
async function syncAll(paths: readonly string[]): Promise<void> {
  const left = [...paths];
  const syncNext = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (process.platform === "win32" && statSync(path).isDirectory()) continue; // a directory cannot be opened there
      const handle = await open(path, process.platform === "win32" ? "r+" : "r");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
  };
  await Promise.all([syncNext(), syncNext(), syncNext(), syncNext()]);
}
