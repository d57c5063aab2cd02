/** The best few of many scores, without sorting all of them. Pure. */

/** Of two places with equal scores: negative where the first goes first, as in a sort. */
export type Tie = (a: number, b: number) => number;
type Order = (a: number, b: number) => boolean;

/**
 * Places of the `limit` highest scores, best first. A heap of those so far with the worst on top: most are turned away by one comparison of numbers. `accepts` is asked
 * only of those that would get in.
 */
export function topOf(
  scores: Float32Array | Float64Array,
  limit: number,
  tie: Tie,
  accepts: ((place: number) => boolean) | null = null,
): readonly number[] {
  const heap = new Int32Array(Math.max(0, Math.min(limit, scores.length)));
  if (heap.length === 0) return [];
  // True or false and no difference: a number that is no whole one takes room on the heap, at every step.
  const goesFirst: Order = (a, b) => scores[a]! > scores[b]! || (scores[a] === scores[b] && tie(a, b) < 0);
  let size = 0;
  let least = Number.NEGATIVE_INFINITY; // the score on top of a full heap
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!;
    if (score < least) continue;
    const isFull = size === heap.length;
    if (isFull && !goesFirst(place, heap[0]!)) continue;
    if (accepts !== null && !accepts(place)) continue;
    if (isFull) sink(heap, size, place, goesFirst);
    else rise(heap, size++, place, goesFirst);
    if (size === heap.length) least = scores[heap[0]!]!;
  }
  return Array.from(heap.subarray(0, size)).sort((a, b) => (a === b ? 0 : goesFirst(a, b) ? -1 : 1));
}

/** Puts `moving` in the place of the worst, which is on top. */
function sink(heap: Int32Array, size: number, moving: number, goesFirst: Order): void {
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && goesFirst(heap[child]!, heap[child + 1]!)) child += 1;
    if (!goesFirst(moving, heap[child]!)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moving;
}

function rise(heap: Int32Array, size: number, moving: number, goesFirst: Order): void {
  let at = size;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!goesFirst(heap[parent]!, moving)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = moving;
}
