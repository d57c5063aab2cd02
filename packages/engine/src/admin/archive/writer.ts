import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { HindsightError } from "../../errors.js";
import { syncFolder } from "../../store/pglite/durable-file-system.js";
import { CHECKSUMS, type Checksums, MANIFEST, type Manifest } from "./format.js";

export interface ArchiveWriter {
  /** Resolves when the archive has taken it in. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Ends the archive; the file gets its name when all of it is on disk. Returns its size in bytes. */
  finish(counts: Pick<Checksums, "rows" | "objects" | "lost">): Promise<number>;
  /** Leaves no file. */
  abandon(): Promise<void>;
}

/** Vectors hardly shrink, text does at once: a higher level takes longer for a few percent. */
const GZIP_LEVEL = 4;

/** The whole path of `file`. Throws `bad_argument` when something is there that may not be replaced. */
export function requireFree(file: string, replace: boolean): string {
  const target = resolve(file);
  if (replace || !existsSync(target)) return target;
  throw new HindsightError("bad_argument", `${target} is there already. Name another file, or add --force to replace it.`);
}

/**
 * Begins an archive beside `file`, under another name until it is whole; only the user may read it. Throws `bad_argument` when `file` is there already
 * and is not to be replaced, or cannot be made.
 */
export async function openArchive(file: string, manifest: Manifest, { replace }: { readonly replace: boolean }): Promise<ArchiveWriter> {
  const target = requireFree(file, replace);
  const part = `${target}.part`;
  await rm(part, { force: true });
  const { readable, controller } = createTarPacker();
  const gzip = createGzip({ level: GZIP_LEVEL });
  const sink = createWriteStream(part, { flags: "wx", mode: 0o600 });
  const written = pipeline(Readable.fromWeb(readable as ReadableStream<Uint8Array>), gzip, sink).catch((cause: unknown) => {
    throw unwritable(target, cause);
  });
  written.catch(() => undefined); // whoever adds next, or finishes, is told
  const entries: { name: string; bytes: number; sha256: string }[] = [];

  async function put(name: string, bytes: Uint8Array): Promise<void> {
    const entry = controller
      .add({ name, size: bytes.byteLength, type: "file", mode: 0o600, mtime: new Date(manifest.created_at) })
      .getWriter();
    if (bytes.byteLength > 0) await entry.write(bytes);
    await entry.close();
  }
  async function add(name: string, bytes: Uint8Array): Promise<void> {
    entries.push({ name, bytes: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") });
    try {
      await put(name, bytes);
    } catch (error) {
      await written; // a sink that broke takes nothing more, and its own failure is the one to tell
      throw error;
    }
  }
  const writer: ArchiveWriter = {
    add,
    async finish({ rows, objects, lost }) {
      await put(CHECKSUMS, Buffer.from(JSON.stringify({ entries, rows, objects, ...(lost && { lost }) } satisfies Checksums)));
      controller.finalize();
      await written;
      const handle = await open(part, "r+");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, target);
      syncFolder(dirname(target));
      return sink.bytesWritten;
    },
    async abandon() {
      controller.error(new Error("The backup was broken off."));
      await written.catch(() => undefined);
      await rm(part, { force: true });
    },
  };
  try {
    await add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  } catch (error) {
    await writer.abandon();
    throw error;
  }
  return writer;
}

function unwritable(file: string, cause: unknown): unknown {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === undefined) return cause;
  return new HindsightError("bad_argument", `${file} cannot be written (${message}). Make room or give rights, or name another place.`, {
    cause,
  });
}
