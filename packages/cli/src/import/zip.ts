// A zip archive as a source: the exports of ChatGPT and Claude come as one, and a vault may.
// In: a path. Out: the files in it, each unpacked as it is read. Nothing is written to disk, so a name in it leads nowhere.

import { promisify } from "node:util";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { CliError } from "../api.js";
import { decoded, isLeftOut, type Source, type SourceFile } from "./source-file.js";

const open = promisify<string, object, ZipFile>(yauzl.open as never);
/** Files at most: the largest vaults have some ten thousand. */
const MOST_FILES = 500_000;

/** Throws a CliError for what is no zip archive, or only a part of one. yauzl refuses names that go upwards, and ends a file that is larger than it says. */
export async function zipFiles(path: string): Promise<Source> {
  try {
    const zip = await open(path, { lazyEntries: true, autoClose: false });
    const { files, folders } = await listed(zip);
    return { shape: "zip", path, files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), folders: [...folders], close: () => zip.close() };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(`${path} is no zip archive, or only a part of one: ${(cause as Error).message.replace(/\.$/, "")}. Copy it anew.`, {
      cause,
    });
  }
}

function listed(zip: ZipFile): Promise<{ readonly files: SourceFile[]; readonly folders: ReadonlySet<string> }> {
  return new Promise((resolve, reject) => {
    const files: SourceFile[] = [];
    const folders = new Set<string>();
    zip.on("entry", (entry: Entry) => {
      const steps = entry.fileName.split("/");
      const leftOut = steps.slice(0, -1).findIndex((step) => isLeftOut(step) || step === "__MACOSX");
      if (leftOut >= 0) folders.add(steps.slice(0, leftOut + 1).join("/"));
      else if (!entry.fileName.endsWith("/")) files.push(fileIn(zip, entry));
      if (files.length > MOST_FILES) reject(new CliError(`It holds more than ${MOST_FILES} files. Split it.`));
      else zip.readEntry();
    });
    zip.on("end", () => resolve({ files, folders }));
    zip.on("error", reject);
    zip.readEntry();
  });
}

function fileIn(zip: ZipFile, entry: Entry): SourceFile {
  const stream = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip) as never);
  return {
    name: entry.fileName,
    bytes: entry.uncompressedSize,
    changed: entry.getLastModDate(),
    async *parts() {
      yield* decoded((await stream(entry)) as AsyncIterable<Uint8Array>);
    },
  };
}
