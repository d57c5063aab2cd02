import type { ObjectStore } from "./provider.js";

/** The part of a storage that belongs to one database: every key lies below `space`, and nothing outside of it is seen or deleted. */
export function inSpace(store: ObjectStore, space: string): ObjectStore {
  const below = (key: string): string => `${space}/${key}`;
  return {
    kind: store.kind,
    put: (key, bytes, options) => store.put(below(key), bytes, options),
    async receive(source) {
      const received = await store.receive(source);
      return { ...received, keep: (key, options) => received.keep(below(key), options) };
    },
    get: (key, signal) => store.get(below(key), signal),
    read: (key, signal) => store.read(below(key), signal),
    has: (key, signal) => store.has(below(key), signal),
    delete: (key, signal) => store.delete(below(key), signal),
    deleteAll: (prefix, signal) => store.deleteAll(below(prefix), signal),
    async *list(prefix, signal) {
      for await (const object of store.list(below(prefix), signal)) yield { ...object, key: object.key.slice(space.length + 1) };
    },
    close: () => store.close(),
  };
}
