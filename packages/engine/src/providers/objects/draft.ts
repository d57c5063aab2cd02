import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { orNull } from "./or-null.js";

/** Bytes in a file of their own that has no name anybody knows yet. */
export interface Draft {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** A draft older than this belongs to a process that has ended. */
const LEFT_OVER_MS = 24 * 3_600_000;
const SUFFIX = ".part";

/** A folder for drafts. `receive` writes a source to a new file, synced when it resolves; when the source fails, the file goes. */
export function createDrafts(folder: string): { receive(source: AsyncIterable<Uint8Array>): Promise<Draft> } {
  let isClean: Promise<void> | null = null;
  return {
    async receive(source) {
      isClean ??= removeLeftOvers(folder);
      await isClean;
      return receiveDraft(folder, source);
    },
  };
}

/** Writes a source to a new file in the folder, synced when it resolves; when the source fails, the file goes. */
export async function receiveDraft(folder: string, source: AsyncIterable<Uint8Array>): Promise<Draft> {
  const path = join(folder, `${randomUUID()}${SUFFIX}`);
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const bytes of source) {
      hash.update(bytes);
      size += bytes.byteLength;
      await file.writeFile(bytes);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
  return { path, size, sha256: hash.digest("hex") };
}

/** Removes what processes left in the folder that were killed while they received. */
async function removeLeftOvers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await orNull(stat(path)); // kept or dropped meanwhile
    if (found !== null && name.endsWith(SUFFIX) && Date.now() - found.mtimeMs > LEFT_OVER_MS) await rm(path, { force: true });
  }
}
