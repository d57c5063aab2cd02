/** Ascending lists of numbers by key: postings by term, mentions by entity, links by their end. */

import { firstFrom } from "../domain/first-from.js";

export interface HotList<Key> {
  readonly key: Key;
  readonly numbers: readonly number[];
}

export interface HotLists<Key> {
  readonly size: number;
  get(key: Key): HotList<Key> | undefined;
  /** Enters a number where it is not in yet; the list is made when there is none. Those who keep the list keep its key once for all. */
  insert(key: Key, value: number): HotList<Key>;
  /** Takes out the number that lies in [from, to); a list that is empty then is forgotten. */
  remove(list: HotList<Key>, from: number, to: number): void;
}

/** Of the heap, for a list with its key. */
export const LIST_BYTES = 160;

export function hotLists<Key>(): HotLists<Key> {
  const lists = new Map<Key, { readonly key: Key; readonly numbers: number[] }>();
  return {
    get size() {
      return lists.size;
    },
    get: (key) => lists.get(key),
    insert(key, value) {
      const list = lists.get(key);
      if (list === undefined) {
        const made = { key, numbers: [value] };
        lists.set(key, made);
        return made;
      }
      const { numbers } = list;
      const last = numbers[numbers.length - 1];
      if (last === undefined || last < value) numbers.push(value);
      else {
        const at = firstFrom(numbers, value);
        if (numbers[at] !== value) numbers.splice(at, 0, value);
      }
      return list;
    },
    remove({ key }, from, to) {
      const numbers = lists.get(key)?.numbers ?? [];
      const at = firstFrom(numbers, from);
      const found = numbers[at];
      if (found !== undefined && found < to) numbers.splice(at, 1);
      if (numbers.length === 0) lists.delete(key);
    },
  };
}
