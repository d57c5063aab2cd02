/** The place of a memory in a conversation or document: the run that it belongs to, and its position in it. */

/** Places of a run: the key of its first divides by it. */
export const PLACES = 2 ** 22;

/** One number for a place, so that places can be keys of a Map. */
export function placeKey(runNo: number, position: number): number {
  return runNo * PLACES + position;
}

export function placeOf(key: number): { readonly runNo: number; readonly position: number } {
  return { runNo: Math.floor(key / PLACES), position: key % PLACES };
}
