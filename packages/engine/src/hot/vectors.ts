/** The vectors of a bank, dense and without order, in WebAssembly memories, where they are compared with a question's at once. */

import { topOf } from "../domain/top.js";
import { exactProducts, STRIDE } from "./kernel.js";
import { roughVectors } from "./rough.js";
import { rowsIn } from "./rows.js";

/** Fewer are compared whole: a second look would cost as much. */
const ROUGH_FROM = 2_000;

export interface HotVectors {
  readonly count: number;
  /** Of the memories that the vectors lie in. */
  readonly bytes: number;
  set(memoryNo: number, vector: Float32Array): void;
  delete(memoryNo: number): void;
  /** Inner product of a unit vector with a memory's; null while it has none. */
  product(memoryNo: number, vector: Float32Array): number | null;
  /** The `limit` nearest of those that are allowed, nearest first, ties by number. */
  nearest(
    vector: Float32Array,
    limit: number,
    allowed: ((memoryNo: number) => boolean) | null,
  ): readonly { readonly memoryNo: number; readonly cosine: number }[];
}

/** Room for vectors of `dimension` numbers. Throws RangeError where the process may not have so much address space, and for vectors of another dimension. */
export function hotVectors(dimension: number): HotVectors {
  const width = Math.ceil(dimension / STRIDE) * STRIDE;
  const rowBytes = width * 4;
  const { memory, products } = exactProducts();
  /** In front: the question, then room for one product. */
  const spareAt = rowBytes;
  const rows = rowsIn(memory, rowBytes + STRIDE * 4, rowBytes);
  const rough = roughVectors(dimension);
  const slots = new Map<number, number>();
  let numbers = new Int32Array(64);
  let count = 0;
  /** The question that lies in front. */
  let asked: Float32Array | null = null;

  /** As the database refuses to compare vectors of two dimensions. */
  function expectDimension({ length }: Float32Array): void {
    if (length !== dimension) throw new RangeError(`A vector of ${length} numbers stands beside vectors of ${dimension}.`);
  }

  function ask(vector: Float32Array): void {
    if (asked === vector) return;
    rows.floats.fill(0, 0, width);
    rows.floats.set(vector, 0);
    asked = vector;
  }

  function productOf(slot: number): number {
    products(rows.rowAt(slot), 0, spareAt, 1, rowBytes);
    return rows.floats[spareAt / 4]!;
  }

  /** Of all, in the order of their places. */
  function all(): Float32Array {
    products(rows.rowAt(0), 0, rows.outAt, count, rowBytes);
    return rows.floats.subarray(rows.outAt / 4, rows.outAt / 4 + count);
  }

  /** Places of what may be among the `limit` nearest: a little more than these. */
  function likely(vector: Float32Array, limit: number, accepts: ((slot: number) => boolean) | null): readonly number[] {
    const { scores, margin } = rough.compare(vector, count);
    const best = topOf(scores, limit, bySlot, accepts);
    const last = best.at(-1);
    if (last === undefined || best.length < limit) return best;
    const least = scores[last]! - margin;
    const found: number[] = [];
    for (let slot = 0; slot < count; slot++) {
      if (scores[slot]! >= least && (accepts === null || accepts(slot))) found.push(slot);
    }
    return found;
  }
  const bySlot = (a: number, b: number): number => numbers[a]! - numbers[b]!;

  return {
    get count() {
      return count;
    },
    get bytes() {
      return rows.bytes + rough.bytes + numbers.byteLength + slots.size * 32;
    },
    set(memoryNo, vector) {
      expectDimension(vector);
      let slot = slots.get(memoryNo);
      if (slot === undefined) {
        rows.hold(count + 1);
        rough.set(count, vector); // may throw, and then nothing has changed
        if (count === numbers.length) {
          const larger = new Int32Array(Math.ceil(1.25 * count));
          larger.set(numbers);
          numbers = larger;
        }
        slot = count++;
        slots.set(memoryNo, slot);
        numbers[slot] = memoryNo;
      } else rough.set(slot, vector);
      const at = rows.rowAt(slot) / 4;
      rows.floats.fill(0, at + dimension, at + width);
      rows.floats.set(vector, at);
    },
    delete(memoryNo) {
      const slot = slots.get(memoryNo);
      if (slot === undefined) return;
      slots.delete(memoryNo);
      count -= 1;
      if (slot === count) return;
      const last = numbers[count]!; // takes the place that is free
      numbers[slot] = last;
      slots.set(last, slot);
      rows.move(count, slot);
      rough.move(count, slot);
    },
    product(memoryNo, vector) {
      const slot = slots.get(memoryNo);
      if (slot === undefined) return null;
      ask(vector);
      return productOf(slot);
    },
    nearest(vector, limit, allowed) {
      expectDimension(vector);
      if (count === 0 || limit <= 0) return [];
      const accepts = allowed === null ? null : (slot: number): boolean => allowed(numbers[slot]!);
      ask(vector);
      if (count < ROUGH_FROM || limit > count / 4) {
        const scores = all();
        return topOf(scores, limit, bySlot, accepts).map((slot) => ({ memoryNo: numbers[slot]!, cosine: scores[slot]! }));
      }
      const slotsOf = likely(vector, limit, accepts);
      const scores = Float32Array.from(slotsOf, productOf);
      const tie = (a: number, b: number): number => bySlot(slotsOf[a]!, slotsOf[b]!);
      return topOf(scores, limit, tie).map((at) => ({ memoryNo: numbers[slotsOf[at]!]!, cosine: scores[at]! }));
    },
  };
}
