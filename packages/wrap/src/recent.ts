// The last n of something, by key.
// In: entries. Out: those that were used last.

export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/** A map that forgets the entry unused for longest when there are more than `most`. */
export function recent<V>(most: number): Recent<V> {
  const entries = new Map<string, V>();
  const set = (key: string, value: V): void => {
    entries.delete(key);
    entries.set(key, value);
    const oldest = entries.keys().next();
    if (entries.size > most && oldest.done !== true) entries.delete(oldest.value);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
}
