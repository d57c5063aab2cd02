import { readFile, rm } from "node:fs/promises";
import { createDrafts } from "./draft.js";
import type { ObjectStore, StoredObject } from "./provider.js";

/**
 * A storage of an operator's own: bytes under keys, which are made of words, slashes and hyphens. Whatever it throws is a failure that may pass, as when
 * it does not answer; what was put is durable when that resolves.
 */
export interface StorageExtension {
  put(key: string, bytes: Uint8Array, options: { readonly contentType: string; readonly signal?: AbortSignal }): Promise<void>;
  /** Null when there is no such object. */
  get(key: string, signal?: AbortSignal): Promise<Uint8Array | null>;
  /** Deleting what is not there is no error. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  /** Every object whose key begins with the prefix, in no order. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<StoredObject>;
  close?(): Promise<void>;
}

/** The storage as the engine uses it: bytes that come in wait in `draftFolder` until they have a key. */
export function fromExtension(own: StorageExtension, draftFolder: string): ObjectStore {
  const drafts = createDrafts(draftFolder);
  return {
    kind: "extension",
    put: (key, bytes, options) => own.put(key, bytes, options),
    async receive(source) {
      const { path, size, sha256 } = await drafts.receive(source);
      const discard = (): Promise<void> => rm(path, { force: true });
      return {
        size,
        sha256,
        async keep(key, options) {
          await own.put(key, await readFile(path), options);
          await discard();
        },
        discard,
      };
    },
    get: (key, signal) => own.get(key, signal),
    async read(key, signal) {
      const bytes = await own.get(key, signal);
      return bytes === null ? null : { size: bytes.byteLength, body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() };
    },
    has: async (key, signal) => (await own.get(key, signal)) !== null,
    delete: (key, signal) => own.delete(key, signal),
    async deleteAll(prefix, signal) {
      let count = 0;
      for await (const { key } of own.list(prefix, signal)) {
        await own.delete(key, signal);
        count += 1;
      }
      return count;
    },
    list: (prefix, signal) => own.list(prefix, signal),
    close: async () => own.close?.(),
  };
}
