// A file that a command writes: refused before anything is asked where one is there, whole or not at all, and readable for its owner alone.
// In: a path and the bytes as they come. Out: the file.

import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError } from "./api.js";

/** The whole path; throws when something is there that may not be replaced. */
export function freeFile(file: string, replace: boolean): string {
  const target = resolve(file);
  if (replace || !existsSync(target)) return target;
  throw new CliError(`${target} is there already. Name another file, or add --force to replace it.`);
}

/** Returns how many bytes were written. */
export async function writeWhole(target: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
  const beside = `${target}.part-${process.pid}`;
  let size = 0;
  try {
    const handle = await open(beside, "wx", 0o600);
    try {
      for await (const part of bytes) {
        await handle.writeFile(part);
        size += part.byteLength;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, target);
    return size;
  } catch (cause) {
    await rm(beside, { force: true });
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new CliError(`${target} cannot be written (${(cause as Error).message}). Make room or give rights, or name another place.`, {
      cause,
    });
  }
}
