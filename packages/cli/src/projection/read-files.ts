// The Markdown files of a folder, to be sent.
// In: a folder. Out: its `.md` files with their paths below it, and what is left out with the reason; links are not followed.

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { CliError } from "../api.js";

export interface FoundFiles {
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly omitted: readonly { readonly path: string; readonly why: string }[];
}

/** As much as one import takes, far from what the server refuses to read. */
const MOST_BYTES = 64 * 1_048_576;

/** Throws a CliError that names a file which cannot be read. */
export async function readFiles(dir: string): Promise<FoundFiles> {
  const found = await stat(dir).catch((cause: NodeJS.ErrnoException) => {
    throw new CliError(cause.code === "ENOENT" ? `There is no folder ${dir}.` : `${dir} cannot be read: ${cause.message}`, { cause });
  });
  if (!found.isDirectory()) throw new CliError(`${dir} is no folder.`);
  const files: { path: string; content: string }[] = [];
  const omitted: { path: string; why: string }[] = [];
  let bytes = 0;
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await readdir(path.join(dir, at), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.name.startsWith(".")) {
        if (!/^\.hindsight(-fs)?$/.test(entry.name)) omitted.push({ path: name, why: "its name begins with a dot" });
      } else if (entry.isDirectory()) waiting.push(name);
      else if (!entry.isFile()) omitted.push({ path: name, why: "no regular file" });
      else if (!/\.md$/i.test(entry.name)) omitted.push({ path: name, why: "no Markdown (.md)" });
      else {
        const content = textOf(await readFile(path.join(dir, name)), name);
        bytes += content.length;
        if (bytes > MOST_BYTES) throw new CliError(`${dir} has more than ${MOST_BYTES / 1_048_576} MB of Markdown. Import it in parts.`);
        files.push({ path: name.normalize("NFC"), content });
      }
    }
  }
  if (files.length === 0) throw new CliError(`${dir} has no Markdown files (.md).`);
  return { files, omitted };
}

function textOf(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new CliError(`${name} is not UTF-8 text. Save it as UTF-8.`, { cause });
  }
}
