// What a projection does on the disk, one step at a time: it looks, writes, takes away and moves aside, always inside its folder.
// In: the root, and paths of a bundle. Out: the step done; a link is never followed, since every folder on the way is looked at first.

import { createHash, randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { CliError } from "../api.js";

/** Nobody edits a page here by accident: it would be written over. */
export const READ_ONLY = 0o444;

/** A folder that pages are written into. */
export interface Place {
  /** With links resolved. */
  readonly root: string;
  /** Name of the folder in it that is ours: nothing of a bundle lies there. */
  readonly control: string;
  /** Of the pages. */
  readonly mode: number;
}

export interface Seen {
  readonly kind: "nothing" | "file" | "folder" | "other";
  /** Of a file. */
  readonly hash: string | null;
  readonly isModeRight: boolean;
}

export const hashOf = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** The path of a bundle below the root. Throws for one that leads out of it, or into what is ours. */
export function inside({ root, control }: Place, bundlePath: string): string {
  const parts = bundlePath.split("/");
  const isBad = parts.some((part) => part === "" || part === "." || part === ".." || /[\\:\0]/.test(part));
  if (isBad || parts[0]?.toLowerCase() === control)
    throw new CliError(`The server names a file that does not lie in the folder: ${JSON.stringify(bundlePath)}. Nothing was written.`);
  return path.join(root, ...parts);
}

/** Longest path in bytes, with room for a name of our own: below PATH_MAX of Linux and of macOS, and MAX_PATH of Windows. */
const MOST_PATH_BYTES: Readonly<Record<string, number>> = { linux: 4_000, win32: 250 };
const MOST_PATH_BYTES_ELSEWHERE = 1_000;

/** Whether this system takes a path of that length. */
export function fits({ root }: Place, bundlePath: string): boolean {
  const most = MOST_PATH_BYTES[process.platform] ?? MOST_PATH_BYTES_ELSEWHERE;
  return Buffer.byteLength(path.join(root, bundlePath)) <= most;
}

/** What stands at a path; below a link or a file there is nothing. */
export async function look(place: Place, bundlePath: string): Promise<Seen> {
  const parts = bundlePath.split("/");
  for (let depth = 1; depth < parts.length; depth += 1) {
    if ((await kindOf(path.join(place.root, ...parts.slice(0, depth)))) !== "folder") return NOTHING;
  }
  const target = inside(place, bundlePath);
  const kind = await kindOf(target);
  if (kind !== "file") return { ...NOTHING, kind };
  const { mode } = await lstat(target);
  return { kind, hash: hashOf(await readFile(target)), isModeRight: (mode & 0o777) === place.mode };
}

const NOTHING: Seen = { kind: "nothing", hash: null, isModeRight: false };

async function kindOf(target: string): Promise<Seen["kind"]> {
  try {
    const found = await lstat(target);
    return found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "nothing";
    throw cause;
  }
}

export async function makeFolder(place: Place, bundlePath: string): Promise<void> {
  await mkdir(inside(place, bundlePath));
}

/** Whole or not at all: the content is on the disk before it takes the name. */
export async function writePage(place: Place, bundlePath: string, content: string): Promise<void> {
  await writeWhole(place, inside(place, bundlePath), content, place.mode);
}

export async function writeWhole({ root, control }: Place, target: string, content: string, mode: number): Promise<void> {
  const draft = path.join(root, control, `${randomUUID()}.tmp`);
  const file = await open(draft, "wx", mode);
  try {
    await file.writeFile(content);
    await file.chmod(mode); // whatever the umask
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, target);
}

export async function protect(place: Place, bundlePath: string): Promise<void> {
  await chmod(inside(place, bundlePath), place.mode);
}

export async function removePage(place: Place, bundlePath: string): Promise<void> {
  await unlink(inside(place, bundlePath));
}

/** False for a folder that is not empty. */
export async function removeFolder(place: Place, bundlePath: string): Promise<boolean> {
  try {
    await rmdir(inside(place, bundlePath));
    return true;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOTEMPTY" || code === "EEXIST") return false;
    throw cause;
  }
}

/** Moves what somebody put or changed out of the way, into the control folder; returns where it is now, below the root. */
export async function moveAside(place: Place, bundlePath: string, now: Date): Promise<string> {
  const day = now.toISOString().replaceAll(/[-:]/g, "").slice(0, 15);
  for (let nth = 1; ; nth += 1) {
    const kept = [place.control, "kept", nth === 1 ? day : `${day}-${nth}`, ...bundlePath.split("/")];
    const target = path.join(place.root, ...kept);
    if ((await kindOf(target)) !== "nothing") continue;
    await foldersOf(place.root, kept.slice(0, -1));
    await rename(inside(place, bundlePath), target);
    return kept.join("/");
  }
}

/** Makes the folders one below the other; a link in the place of one would lead outside. */
async function foldersOf(root: string, names: readonly string[]): Promise<void> {
  for (let depth = 1; depth <= names.length; depth += 1) {
    const folder = path.join(root, ...names.slice(0, depth));
    const kind = await kindOf(folder);
    if (kind === "nothing") await mkdir(folder);
    else if (kind !== "folder") throw new CliError(`${folder} is no folder of its own. Take it away, and sync again.`);
  }
}

/** The files in the folder that are not among these, ours and folders left out, as paths below the root. */
export async function strangers({ root, control }: Place, ours: ReadonlySet<string>): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of await readdir(path.join(root, at), { withFileTypes: true })) {
      const name = at === "" ? entry.name : `${at}/${entry.name}`;
      if (name === control) continue;
      if (entry.isDirectory()) waiting.push(name);
      else if (!ours.has(name)) found.push(name);
    }
  }
  return found.sort();
}
