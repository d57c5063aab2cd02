/** Rows of equal length in a WebAssembly memory, behind room for a question and for one number a row. The memory grows with them. */

import type { WasmMemory } from "./assembler.js";

const PAGE = 65_536;
/** Parts begin at places that divide by this. */
const LINE = 64;

export interface Rows {
  readonly bytes: number;
  /** Where the numbers of the rows lie, in bytes. */
  readonly outAt: number;
  /** Views of all of it; others after a row was added. */
  readonly floats: Float32Array;
  readonly words: Int16Array;
  readonly octets: Int8Array;
  /** Room for `count` rows. Throws RangeError where the process may not have so much address space. */
  hold(count: number): void;
  /** Where a row lies, in bytes. */
  rowAt(slot: number): number;
  /** Puts one row in the place of another. */
  move(from: number, to: number): void;
}

const inLine = (bytes: number): number => Math.ceil(bytes / LINE) * LINE;

/** `front`: bytes of the room before the numbers. */
export function rowsIn(memory: WasmMemory, front: number, rowBytes: number): Rows {
  let capacity = 0;
  const outAt = inLine(front);
  const rowsAt = (rows: number): number => outAt + inLine(rows * 4);
  let [floats, words, octets] = viewsOf(memory);

  return {
    outAt,
    get bytes() {
      return memory.buffer.byteLength;
    },
    get floats() {
      return floats;
    },
    get words() {
      return words;
    },
    get octets() {
      return octets;
    },
    hold(count) {
      if (count <= capacity) return;
      const larger = Math.max(LINE, Math.ceil(count * 1.25));
      const wanted = Math.ceil((rowsAt(larger) + larger * rowBytes) / PAGE);
      const have = memory.buffer.byteLength / PAGE;
      if (wanted > have) memory.grow(wanted - have);
      [floats, words, octets] = viewsOf(memory);
      octets.copyWithin(rowsAt(larger), rowsAt(capacity), rowsAt(capacity) + capacity * rowBytes); // behind the longer numbers
      capacity = larger;
    },
    rowAt: (slot) => rowsAt(capacity) + slot * rowBytes,
    move(from, to) {
      const at = rowsAt(capacity);
      octets.copyWithin(at + to * rowBytes, at + from * rowBytes, at + (from + 1) * rowBytes);
    },
  };
}

const viewsOf = ({ buffer }: WasmMemory) => [new Float32Array(buffer), new Int16Array(buffer), new Int8Array(buffer)] as const;
