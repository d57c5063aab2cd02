// Where memories are imported from: a file, the files of a folder, or those of a zip archive.
// In: a path. Out: its files by name, each to be read as a stream; nothing is held in memory. Links out of a folder are not followed.

import { createReadStream, type Dirent } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { CliError } from "../api.js";
import { failed, type Omission, skipped } from "./found.js";
import { decoded, isLeftOut, type Source, type SourceFile } from "./source-file.js";
import { zipFiles } from "./zip.js";

type Listed = Pick<Source, "files" | "folders" | "omitted">;

/** Throws a CliError that names what cannot be read. */
export async function openSource(source: string): Promise<Source> {
  const told = await stat(source).catch((cause: NodeJS.ErrnoException) => {
    throw new CliError(cause.code === "ENOENT" ? `There is no file or folder ${source}.` : `${source} cannot be read: ${cause.message}`, {
      cause,
    });
  });
  if (told.isDirectory()) return { shape: "folder", path: source, ...(await filesBelow(source, "")), close: () => undefined };
  if (told.isFile() && (/\.zip$/i.test(source) || (await isZip(source)))) return zipFiles(source);
  const file = fileAt(source, path.basename(source), told.size, told.mtime);
  return { shape: "file", path: source, files: [file], folders: [], omitted: [], isOnce: !told.isFile(), close: () => undefined };
}

/** A download may have lost its ending. */
async function isZip(source: string): Promise<boolean> {
  const handle = await open(source).catch((cause: Error) => {
    throw new CliError(`${source} cannot be read: ${cause.message}`, { cause });
  });
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32BE() === ZIP_BEGINS;
  } finally {
    await handle.close();
  }
}

/** "PK" and the number of a first file (PKWARE's APPNOTE, 4.3.7). */
const ZIP_BEGINS = 0x504b0304;

async function filesBelow(top: string, below: string): Promise<Listed> {
  const files: SourceFile[] = [];
  const folders: string[] = [];
  const omitted: Omission[] = [];
  for (const entry of await entriesOf(path.join(top, below), below)) {
    if ("why" in entry) {
      omitted.push(entry);
      continue;
    }
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    // Settings that several vaults share are often a link.
    if ((entry.isDirectory() || entry.isSymbolicLink()) && isLeftOut(entry.name)) folders.push(name);
    else if (entry.isDirectory()) {
      const inner = await filesBelow(top, name);
      files.push(...inner.files);
      folders.push(...inner.folders);
      omitted.push(...inner.omitted);
    } else if (entry.isFile()) {
      const full = path.join(top, name);
      const told = await stat(full).catch((cause: Error) => cause);
      if (told instanceof Error) omitted.push(failed(name, unreadable(told)));
      else files.push(fileAt(full, name, told.size, told.mtime));
    } else omitted.push(skipped(name, entry.isSymbolicLink() ? "a link, which is not followed" : "no regular file"));
  }
  return { files, folders, omitted };
}

/** In the order of their names. A folder that cannot be read is named, but for the one that the import is of. */
async function entriesOf(folder: string, name: string): Promise<readonly (Dirent | Omission)[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    if (name !== "") return [failed(name, unreadable(cause as Error))];
    throw new CliError(`${folder} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Node writes what is no UTF-8 in a name as U+FFFD, and finds no file of that name then. */
const unreadable = ({ message }: Error): string =>
  message.includes("\ufffd") ? "its name is no UTF-8: rename it" : `cannot be read: ${message}`;

function fileAt(full: string, name: string, bytes: number, changed: Date): SourceFile {
  return { name, bytes, changed, parts: () => decoded(createReadStream(full)) };
}
