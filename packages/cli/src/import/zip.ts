// A zip archive as a source: the exports of ChatGPT and Claude come as one, and a vault may.
// In: a path. Out: the files in it, each unpacked as it is read. Nothing is written to disk, so a name in it leads nowhere.

import { promisify } from "node:util";
import zlib from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { CliError } from "../api.js";
import { type Omission, skipped } from "./found.js";
import { decoded, isLeftOut, type Source, type SourceFile } from "./source-file.js";

const open = promisify<string, object, ZipFile>(yauzl.open as never);
/** Files at most: the largest vaults have some ten thousand. */
const MOST_FILES = 500_000;

/** Throws a CliError for what is no zip archive, or only a part of one. yauzl refuses names that go upwards, and ends a file that is larger than it says. */
export async function zipFiles(path: string): Promise<Source> {
  try {
    const zip = await open(path, { lazyEntries: true, autoClose: false });
    const { files, folders, omitted } = await listed(zip);
    const sorted = files.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { shape: "zip", path, files: sorted, folders: [...folders], omitted, close: () => zip.close() };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const why = (cause as Error).message.replace(/\.$/, "");
    throw new CliError(
      /^(?:invalid relative path|absolute path|invalid characters)/.test(why)
        ? `${path} is not imported: a name in it leads out of it (${why}).`
        : `${path} is no zip archive, or only a part of one: ${why}. Copy it anew.`,
      { cause },
    );
  }
}

interface Listed {
  readonly files: SourceFile[];
  readonly folders: ReadonlySet<string>;
  readonly omitted: Omission[];
}

function listed(zip: ZipFile): Promise<Listed> {
  return new Promise((resolve, reject) => {
    const files: SourceFile[] = [];
    const omitted: Omission[] = [];
    const folders = new Set<string>();
    zip.on("entry", (entry: Entry) => {
      const steps = entry.fileName.split("/");
      const leftOut = steps.slice(0, -1).findIndex((step) => isLeftOut(step) || step === "__MACOSX");
      if (leftOut >= 0) folders.add(steps.slice(0, leftOut + 1).join("/"));
      else if (isLink(entry)) omitted.push(skipped(entry.fileName, "a link, which is not followed"));
      else if (!entry.fileName.endsWith("/")) files.push(fileIn(zip, entry));
      if (files.length > MOST_FILES) reject(new CliError(`It holds more than ${MOST_FILES} files. Split it.`));
      else zip.readEntry();
    });
    zip.on("end", () => resolve({ files, folders, omitted }));
    zip.on("error", reject);
    zip.readEntry();
  });
}

/** As Unix programs write it: the mode stands in the upper half. */
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

function fileIn(zip: ZipFile, entry: Entry): SourceFile {
  const stream = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip) as never);
  return {
    name: entry.fileName,
    bytes: entry.uncompressedSize,
    changed: entry.getLastModDate(),
    async *parts() {
      yield* decoded(whole((await stream(entry)) as AsyncIterable<Uint8Array>, entry.crc32));
    },
  };
}

/** yauzl looks at the size alone. What was read of a damaged file is told apart from a whole one at its end. */
async function* whole(bytes: AsyncIterable<Uint8Array>, checksum: number): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const part of bytes) {
    sum = zlib.crc32?.(part, sum) ?? checksum; // Node has it from 20.15 on
    yield part;
  }
  if (sum !== checksum) throw new CliError("it is damaged: its checksum is another. Copy the archive anew");
}
