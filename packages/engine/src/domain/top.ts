/** The best few of many, without sorting all of them. Pure. */

/**
 * Places of the `limit` best of `count` things, best first. `compare` is that of a sort: negative where the first place goes first. A heap of those so far with the
 * worst on top: most are turned away by one comparison. `accepts` is asked only of those that would get in.
 */
export function topOf(
  count: number,
  limit: number,
  compare: (a: number, b: number) => number,
  accepts: ((place: number) => boolean) | null = null,
): readonly number[] {
  const heap = new Int32Array(Math.max(0, Math.min(limit, count)));
  if (heap.length === 0) return [];
  let size = 0;
  for (let place = 0; place < count; place++) {
    const isFull = size === heap.length;
    if (isFull && compare(place, heap[0]!) >= 0) continue;
    if (accepts !== null && !accepts(place)) continue;
    if (isFull) sink(heap, size, place, compare);
    else rise(heap, size++, place, compare);
  }
  return Array.from(heap.subarray(0, size)).sort(compare);
}

/** Puts `moving` in the place of the worst, which is on top. */
function sink(heap: Int32Array, size: number, moving: number, compare: (a: number, b: number) => number): void {
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && compare(heap[child + 1]!, heap[child]!) > 0) child += 1;
    if (compare(heap[child]!, moving) <= 0) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moving;
}

function rise(heap: Int32Array, size: number, moving: number, compare: (a: number, b: number) => number): void {
  let at = size;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (compare(heap[parent]!, moving) >= 0) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = moving;
}
