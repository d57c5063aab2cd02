import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import yazl from "yazl";
import type { ArchiveMember } from "./manifest.js";

export interface ArchiveWriter {
  /** Adds a member; resolves when its bytes are on their way, so that no more than one lies in memory. Bytes that do not shrink are stored as they are. */
  add(name: string, bytes: Uint8Array, options?: { readonly isPacked?: boolean }): Promise<void>;
  readonly members: readonly ArchiveMember[];
}

/** A zip, written as its bytes are read. `fill` adds the members; when it fails, so does the reading. */
export function archiveOf(fill: (archive: ArchiveWriter) => Promise<void>, writtenAt: Date): AsyncIterable<Uint8Array> {
  const zip = new yazl.ZipFile();
  const members: ArchiveMember[] = [];
  const output = zip.outputStream as Readable;
  const broken = new Promise<never>((_, reject) => {
    output.on("error", reject);
    output.on("close", () => reject(new Error("Whoever reads the archive has stopped.")));
  });
  broken.catch(() => undefined); // whoever waits for a member is told
  const archive: ArchiveWriter = {
    members,
    async add(name, bytes, { isPacked = false } = {}) {
      members.push({ name, size: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") });
      const source = Readable.from(pieces(bytes));
      const taken = new Promise<void>((resolve, reject) => source.on("end", resolve).on("error", reject));
      zip.addReadStream(source, name, { mtime: writtenAt, compress: !isPacked, size: bytes.byteLength });
      await Promise.race([taken, broken]);
    },
  };
  fill(archive).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}

const PIECE_BYTES = 65_536;

function* pieces(bytes: Uint8Array): Generator<Buffer> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; at += PIECE_BYTES) yield buffer.subarray(at, at + PIECE_BYTES);
}
