import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { HindsightError } from "../../errors.js";
import { CHECKSUMS, type Checksums, damaged, MANIFEST, type Manifest, parseChecksums, parseManifest } from "./format.js";

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface VerifiedArchive {
  readonly file: string;
  /** Of the file, in bytes. */
  readonly size: number;
  readonly manifest: Manifest;
  readonly checksums: Checksums;
}

/** Told how many bytes of the file are read, of how many. */
export type OnRead = (done: number, total: number) => void;

/** The entries of an archive in their order. Throws `bad_argument` for a file that is none, or is cut off. */
export async function* readEntries(file: string, onRead?: OnRead): AsyncGenerator<ArchiveEntry> {
  const total = sizeOf(file);
  let done = 0;
  const source = createReadStream(file);
  source.on("data", (piece) => {
    done += piece.length;
    onRead?.(done, total);
  });
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  // By its iterator: `Readable.toWeb` of a stream goes on filling what was closed when the reader ends early.
  const stream = ReadableStream.from(source.pipe(unzipped)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = (stream.pipeThrough(createTarDecoder({ strict: true }) as never) as ReadableStream<ParsedTarEntry>).getReader();
  try {
    for (;;) {
      const { done: isOver, value: entry } = await reader.read();
      if (isOver) return;
      const pieces: Uint8Array[] = [];
      for await (const piece of entry.body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
      yield { name: entry.header.name, bytes: Buffer.concat(pieces) };
    }
  } catch (cause) {
    throw cause instanceof HindsightError
      ? cause
      : damaged(`it cannot be read to its end (${cause instanceof Error ? cause.message : cause})`, cause);
  } finally {
    source.destroy();
    unzipped.destroy();
    await reader.cancel().catch(() => undefined); // it failed already, which is told
  }
}

function sizeOf(file: string): number {
  try {
    const found = statSync(file);
    if (!found.isDirectory()) return found.size;
  } catch (cause) {
    throw new HindsightError("bad_argument", `There is no archive ${file}. Check the path.`, { cause });
  }
  throw new HindsightError("bad_argument", `There is no archive ${file}: it is a folder. Name the file in it.`);
}

/** Reads an archive through and compares every entry with its checksum. Throws `bad_argument` with what is wrong. */
export async function verifyArchive(file: string, onRead?: OnRead): Promise<VerifiedArchive> {
  let manifest: Manifest | null = null;
  let checksums: Checksums | null = null;
  const seen = new Map<string, { readonly bytes: number; readonly sha256: string }>();
  for await (const { name, bytes } of readEntries(file, onRead)) {
    if (checksums !== null) throw damaged(`there is more behind its ${CHECKSUMS}`);
    if (name === CHECKSUMS) {
      checksums = parseChecksums(bytes);
      continue;
    }
    if (manifest === null) {
      if (name !== MANIFEST)
        throw new HindsightError("bad_argument", `${file} is no backup of Hindsight: it does not begin with ${MANIFEST}.`);
      manifest = parseManifest(bytes);
    }
    if (seen.has(name)) throw damaged(`${name} is in it twice`);
    seen.set(name, { bytes: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  if (manifest === null || checksums === null) throw damaged(`it ends before its ${CHECKSUMS}`);
  if (checksums.entries.length !== seen.size) throw damaged("entries are missing or too many");
  for (const { name, bytes, sha256 } of checksums.entries) {
    const found = seen.get(name);
    if (found === undefined) throw damaged(`${name} is missing`);
    if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged(`the checksum of ${name} is another`);
  }
  return { file, size: sizeOf(file), manifest, checksums };
}
