// The control folder of a projection: whose folder this is, what was written into it, and who is at work.
// In: a folder. Out: it opened and locked; or a refusal, when it is somebody's or another bank's.

import { lstat, mkdir, readdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { CliError } from "../api.js";
import { type Place, READ_ONLY, writeWhole } from "./disk.js";

const STATE = "state.json";

/** A file that we wrote. While a sync is under way it has both the hash of before and the one to come: it may be killed between the two. */
export interface WrittenFile {
  readonly hashes: readonly string[];
  /** The page's; null for the index. */
  readonly id: string | null;
}

export interface State {
  readonly bank: string;
  /** Where the last whole pass read it; absent before the first. */
  readonly server?: string;
  readonly files: Readonly<Record<string, WrittenFile>>;
  readonly folders: readonly string[];
}

export interface Control {
  readonly place: Place;
  readonly state: State;
  /** False when what was written before is not known: then only files that are already right count as ours. */
  readonly isStateReadable: boolean;
  write(state: State): Promise<void>;
  release(): void;
}

/** Where `pages sync` keeps what it knows of a folder, and what a page there may be used for. */
const OF_SYNC: Omit<Place, "root"> = { control: ".hindsight", mode: READ_ONLY };

/** Opens `dir` for `bank`, making it where it is missing, and locks it. A lock whose process is gone is taken over. */
export async function openControl(dir: string, bank: string, how = OF_SYNC): Promise<Control> {
  await mkdir(dir, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    throw new CliError(`${dir} cannot be made: ${cause.message}`, { cause });
  });
  const place = { ...how, root: await realpath(dir) };
  await requireOurs(dir, place);
  const control = path.join(place.root, place.control);
  await mkdir(control, { recursive: true });
  const { lockFolder } = await import("@hindsight-memory/engine/folder-lock");
  const lock = await lockFolder(path.join(control, "sync")).catch((cause: unknown) => {
    if ((cause as { readonly code?: unknown }).code !== "data_folder_locked") throw cause;
    const holder = (cause as { readonly details?: { readonly pid?: number } }).details;
    throw new CliError(
      `Another sync is at work in ${dir}${holder?.pid === undefined ? "" : ` (process ${holder.pid})`}. Stop that one first.`,
      {
        cause,
      },
    );
  });
  try {
    for (const name of await readdir(control)) if (name.endsWith(".tmp")) await rm(path.join(control, name)); // of a sync that was killed
    const write = (state: State): Promise<void> =>
      writeWhole(place, path.join(control, STATE), `${JSON.stringify(state, null, 1)}\n`, 0o644);
    const read = await readState(path.join(control, STATE));
    const isNew = read === null || (read !== "unreadable" && read.server === undefined && Object.keys(read.files).length === 0);
    if (!isNew && read !== "unreadable" && read.bank !== bank)
      throw new CliError(`${dir} has the pages of bank ${read.bank}. Give each bank a folder of its own.`);
    const isStateReadable = read !== "unreadable";
    const state = isNew || read === "unreadable" ? { bank, files: {}, folders: [] } : read;
    if (isNew) await write(state);
    return { place, state, isStateReadable, write, release: () => lock.release() };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

/** An empty folder, or one with a control folder of ours. */
async function requireOurs(dir: string, { root, control }: Place): Promise<void> {
  const names = await readdir(root).catch((cause: NodeJS.ErrnoException) => {
    throw new CliError(cause.code === "ENOTDIR" ? `${dir} is a file. Give a folder.` : `${dir} cannot be read: ${cause.message}`, {
      cause,
    });
  });
  if (names.length === 0) return;
  if (names.includes(control)) {
    const found = await lstat(path.join(root, control));
    if (!found.isDirectory()) throw new CliError(`${path.join(dir, control)} is no folder. Give another folder.`);
    const own = await readdir(path.join(root, control));
    // A sync that was killed before it wrote its state had not written anything else either.
    if (own.includes(STATE) || names.length === 1) return;
  }
  throw new CliError(
    `${dir} is not empty, and not a folder of pages. Give an empty folder or a new one; no file of yours is touched then.`,
  );
}

/** Null when there is none. */
async function readState(file: string): Promise<State | "unreadable" | null> {
  let text: string;
  try {
    if (!(await lstat(file)).isFile()) return "unreadable";
    text = await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
  try {
    const read = JSON.parse(text) as Partial<State>;
    const isState = typeof read.bank === "string" && typeof read.files === "object" && read.files !== null && Array.isArray(read.folders);
    return isState ? (read as State) : "unreadable";
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return "unreadable";
  }
}
