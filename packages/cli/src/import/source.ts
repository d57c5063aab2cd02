// Where memories are imported from: a file, the files of a folder, or those of a zip archive.
// In: a path. Out: its files by name, each to be read as a stream; nothing is held in memory.

import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { CliError } from "../api.js";
import { decoded, isLeftOut, type Source, type SourceFile } from "./source-file.js";
import { zipFiles } from "./zip.js";

/** Throws a CliError that names what cannot be read. */
export async function openSource(source: string): Promise<Source> {
  const told = await stat(source).catch((cause: NodeJS.ErrnoException) => {
    throw new CliError(cause.code === "ENOENT" ? `There is no file or folder ${source}.` : `${source} cannot be read: ${cause.message}`, {
      cause,
    });
  });
  if (!told.isDirectory() && /\.zip$/i.test(source)) return zipFiles(source);
  if (told.isDirectory()) {
    const { files, folders } = await filesBelow(source, "");
    return { shape: "folder", path: source, files, folders, close: () => undefined };
  }
  const file = fileAt(source, path.basename(source), told.size, told.mtime);
  return { shape: "file", path: source, files: [file], folders: [], close: () => undefined };
}

async function filesBelow(top: string, below: string): Promise<Pick<Source, "files" | "folders">> {
  const entries = (await readdir(path.join(top, below), { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: SourceFile[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && isLeftOut(entry.name)) folders.push(name);
    else if (entry.isDirectory()) {
      const inner = await filesBelow(top, name);
      files.push(...inner.files);
      folders.push(...inner.folders);
    } else if (entry.isFile()) {
      const full = path.join(top, name);
      const { size, mtime } = await stat(full);
      files.push(fileAt(full, name, size, mtime));
    }
  }
  return { files, folders };
}

function fileAt(full: string, name: string, bytes: number, changed: Date): SourceFile {
  return { name, bytes, changed, parts: () => decoded(createReadStream(full)) };
}
