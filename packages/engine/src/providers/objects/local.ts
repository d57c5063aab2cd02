import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { HindsightError } from "../../errors.js";
import { createDrafts, type Draft } from "./draft.js";
import { orNull } from "./or-null.js";
import type { ObjectStore, ReceivedObject, StoredObject } from "./provider.js";

/** Beside the objects and on their file system, so that keeping is a rename. No key begins so: keys begin with `banks`. */
const DRAFTS = "drafts";

/** Objects as files below a folder. A write goes to a file of its own, is synced and then renamed, so that no reader sees a part. */
export function createLocalStore(folder: string): ObjectStore {
  const drafts = createDrafts(join(folder, DRAFTS));
  const pathOf = (key: string): string => join(folder, ...partsOf(key));
  return {
    kind: "local",
    async put(key, bytes) {
      const path = pathOf(key);
      const parent = dirname(path);
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}.part`;
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      await syncFolder(parent);
    },
    async receive(source) {
      return received(await drafts.receive(source));
    },
    async get(key, signal) {
      return orNull(readFile(pathOf(key), { signal }));
    },
    async read(key, signal) {
      const file = await orNull(open(pathOf(key), "r"));
      if (file === null) return null;
      try {
        const { size } = await file.stat();
        const body = Readable.toWeb(file.createReadStream({ signal })) as ReadableStream<Uint8Array>;
        return { size, body };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async has(key) {
      return (await orNull(stat(pathOf(key))))?.isFile() ?? false;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async deleteAll(prefix) {
      const path = pathOf(prefix.replace(/\/$/, ""));
      const entries = (await orNull(readdir(path, { recursive: true, withFileTypes: true }))) ?? [];
      await rm(path, { recursive: true, force: true });
      return entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".part")).length;
    },
    async *list(prefix) {
      const path = pathOf(prefix.replace(/\/$/, ""));
      const entries = (await orNull(readdir(path, { recursive: true, withFileTypes: true }))) ?? [];
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith(".part")) continue;
        const file = join(entry.parentPath, entry.name);
        const found = await orNull(stat(file)); // gone meanwhile: not there
        const key = relative(folder, file).split(sep).join("/");
        if (found !== null) yield { key, size: found.size, modifiedAt: found.mtime } satisfies StoredObject;
      }
    },
    async close() {},
  };

  function received({ path, size, sha256 }: Draft): ReceivedObject {
    return {
      size,
      sha256,
      async keep(key) {
        const target = pathOf(key);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(path, target);
        await syncFolder(dirname(target));
      },
      discard: () => rm(path, { force: true }),
    };
  }
}

/** The parts of a key, each of them a plain file name. */
function partsOf(key: string): readonly string[] {
  const parts = key.split("/");
  const isPlain = parts.every((part) => part !== "" && part !== "." && part !== ".." && !part.includes(sep) && !part.includes("\0"));
  if (!isPlain) throw new HindsightError("internal", "An object's key is no plain path.");
  return parts;
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return; // a folder cannot be opened there
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
