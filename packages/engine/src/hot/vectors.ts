/** The vectors of a bank, dense and without order, in one WebAssembly memory, where they are compared with a question's at once. */

import { topOf } from "../domain/top.js";
import { productsInMemory, STRIDE } from "./kernel.js";

const PAGE = 65_536;

export interface HotVectors {
  readonly count: number;
  /** Of the memory that the vectors lie in. */
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

/** Room for vectors of `dimension` numbers. Throws RangeError where the process may not have so much address space. */
export function hotVectors(dimension: number): HotVectors {
  const width = Math.ceil(dimension / STRIDE) * STRIDE;
  const rowBytes = width * 4;
  let capacity = 0;
  let count = 0;
  const { memory, products } = productsInMemory();
  let floats = new Float32Array(memory.buffer);
  let numbers = new Int32Array(0);
  const slots = new Map<number, number>();

  /** The question lies first, then the products, then the vectors; growing moves the vectors behind the longer products. */
  const outAt = width;
  const rowsAt = (): number => outAt + Math.ceil(capacity / STRIDE) * STRIDE;

  function grow(): void {
    const before = rowsAt();
    capacity = Math.max(64, Math.ceil(capacity * 1.25));
    const wanted = Math.ceil(((rowsAt() + capacity * width) * 4) / PAGE);
    const have = memory.buffer.byteLength / PAGE;
    if (wanted > have) memory.grow(wanted - have);
    floats = new Float32Array(memory.buffer);
    floats.copyWithin(rowsAt(), before, before + count * width);
    const larger = new Int32Array(capacity);
    larger.set(numbers);
    numbers = larger;
  }

  const rowOf = (slot: number): number => rowsAt() + slot * width;

  return {
    get count() {
      return count;
    },
    get bytes() {
      return memory.buffer.byteLength + numbers.byteLength + slots.size * 32;
    },
    set(memoryNo, vector) {
      let slot = slots.get(memoryNo);
      if (slot === undefined) {
        if (count === capacity) grow();
        slot = count++;
        slots.set(memoryNo, slot);
        numbers[slot] = memoryNo;
      }
      const at = rowOf(slot);
      floats.fill(0, at + dimension, at + width);
      floats.set(vector.length === dimension ? vector : vector.subarray(0, dimension), at);
    },
    delete(memoryNo) {
      const slot = slots.get(memoryNo);
      if (slot === undefined) return;
      slots.delete(memoryNo);
      count -= 1;
      if (slot === count) return;
      const last = numbers[count] as number; // takes the place that is free
      numbers[slot] = last;
      slots.set(last, slot);
      floats.copyWithin(rowOf(slot), rowOf(count), rowOf(count) + width);
    },
    product(memoryNo, vector) {
      const slot = slots.get(memoryNo);
      if (slot === undefined) return null;
      const at = rowOf(slot);
      let [a, b, c, d] = [0, 0, 0, 0];
      let i = 0;
      for (; i + 3 < dimension; i += 4) {
        a += floats[at + i]! * vector[i]!;
        b += floats[at + i + 1]! * vector[i + 1]!;
        c += floats[at + i + 2]! * vector[i + 2]!;
        d += floats[at + i + 3]! * vector[i + 3]!;
      }
      for (; i < dimension; i++) a += floats[at + i]! * vector[i]!;
      return a + b + c + d;
    },
    nearest(vector, limit, allowed) {
      if (count === 0 || limit <= 0) return [];
      floats.fill(0, 0, width);
      floats.set(vector, 0);
      products(rowsAt() * 4, 0, outAt * 4, count, rowBytes);
      const scores = floats.subarray(outAt, outAt + count);
      const isAllowed = allowed === null ? null : (slot: number): boolean => allowed(numbers[slot]!);
      return topOf(count, limit, (a, b) => scores[b]! - scores[a]! || numbers[a]! - numbers[b]!, isAllowed).map((slot) => ({
        memoryNo: numbers[slot]!,
        cosine: scores[slot]!,
      }));
    },
  };
}
