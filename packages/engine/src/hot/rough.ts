/**
 * The vectors of a bank a second time, a byte a number: compared first, so that whole vectors are read only of what may be among the nearest. 10,000 × 384 are 3.8 MB
 * instead of 15.
 */

import { ROUGH_STRIDE, roughProducts, UNIT_BYTES } from "./rough-kernel.js";
import { rowsIn } from "./rows.js";

/** Of a byte, and of a number of the question: small enough that sums over 3,000 numbers fit into 32 bits. */
const MOST = 127;
const MOST_ASKED = 2_047;
/**
 * Roundings are as good as independent and equally likely between −½ and ½ of a unit, so that the error of a product with a vector of length 1 is strictly sub-Gaussian
 * with a deviation of unit / √12 (Arbel, Marchal & Nguyen, ESAIM: P&S 2020): six of them are exceeded once in 30 million rows. Twice, for the row at
 * the limit may be as wrong.
 */
const MARGIN = (2 * 6) / Math.sqrt(12);

export interface RoughVectors {
  readonly bytes: number;
  /** The vector in place `slot`, which is at most the one behind the last. */
  set(slot: number, vector: Float32Array): void;
  move(from: number, to: number): void;
  /** Roughly the products with the first `count`, in a unit of their own; `margin`, in the same unit, is how far one may lie below another and be larger in truth. */
  compare(vector: Float32Array, count: number): { readonly scores: Float32Array; readonly margin: number };
}

export function roughVectors(dimension: number): RoughVectors {
  const width = Math.ceil(dimension / ROUGH_STRIDE) * ROUGH_STRIDE;
  const { memory, products } = roughProducts();
  const rows = rowsIn(memory, 2 * width, width + UNIT_BYTES);
  let largestUnit = 0;
  return {
    get bytes() {
      return rows.bytes;
    },
    set(slot, vector) {
      rows.hold(slot + 1);
      const at = rows.rowAt(slot);
      const unit = largest(vector) / MOST;
      largestUnit = Math.max(largestUnit, unit);
      rows.octets.fill(0, at, at + width);
      for (let i = 0; i < dimension; i++) rows.octets[at + i] = Math.round(vector[i]! / (unit || 1));
      rows.floats[(at + width) / 4] = unit;
    },
    move: rows.move,
    compare(vector, count) {
      const unit = largest(vector) / MOST_ASKED || 1;
      rows.words.fill(0, 0, width);
      for (let i = 0; i < dimension; i++) rows.words[i] = Math.round(vector[i]! / unit);
      products(rows.rowAt(0), 0, rows.outAt, count, width);
      const from = rows.outAt / 4;
      return { scores: rows.floats.subarray(from, from + count), margin: (MARGIN * (largestUnit + unit)) / unit };
    },
  };
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]!));
  return most;
}
