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
  /** The question that lies there. */
  let asked: Float32Array | null = null;
  /** The question whose products lie there, while no vector has changed since: what ranks next asks for most of them again. */
  let compared: Float32Array | null = null;

  /** The question lies first, then room for one product, then the products, then the vectors; growing moves the vectors behind the longer products. */
  const spareAt = width;
  const outAt = width + STRIDE;
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

  function ask(vector: Float32Array): void {
    if (asked === vector) return;
    floats.fill(0, 0, width);
    floats.set(vector, 0);
    asked = vector;
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
      compared = null;
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
      compared = null;
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
      if (compared === vector) return floats[outAt + slot]!;
      ask(vector);
      products(rowOf(slot) * 4, 0, spareAt * 4, 1, rowBytes);
      return floats[spareAt]!;
    },
    nearest(vector, limit, allowed) {
      if (count === 0 || limit <= 0) return [];
      ask(vector);
      compared = vector;
      products(rowsAt() * 4, 0, outAt * 4, count, rowBytes);
      const scores = floats.subarray(outAt, outAt + count);
      const isAllowed = allowed === null ? null : (slot: number): boolean => allowed(numbers[slot]!);
      return topOf(scores, limit, (a, b) => numbers[a]! - numbers[b]!, isAllowed).map((slot) => ({
        memoryNo: numbers[slot]!,
        cosine: scores[slot]!,
      }));
    },
  };
}
