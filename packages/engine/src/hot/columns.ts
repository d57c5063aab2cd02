/** Three numbers of each memory in arrays by memory number: a question reads them for thousands of postings, and a look into a map for each took 2 ms. */

import type { HotMemory } from "./memory.js";

export interface HotColumns {
  readonly bytes: number;
  set(memoryNo: number, memory: Pick<HotMemory, "row" | "termCount">): void;
  termCount(memoryNo: number): number;
  /** −1 for a memory without neighbours. */
  runNo(memoryNo: number): number;
  position(memoryNo: number): number;
}

/** What is gone keeps its numbers, which nothing asks for any more: numbers are not given out twice. */
export function hotColumns(): HotColumns {
  let [termCounts, runNos, positions] = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];
  const larger = (old: Int32Array, size: number): Int32Array<ArrayBuffer> => {
    const grown = new Int32Array(size);
    grown.set(old);
    return grown;
  };
  return {
    get bytes() {
      return 3 * termCounts.byteLength;
    },
    set(memoryNo, { row, termCount }) {
      if (memoryNo >= termCounts.length) {
        const size = Math.max(1_024, Math.ceil(1.25 * (memoryNo + 1)));
        [termCounts, runNos, positions] = [larger(termCounts, size), larger(runNos, size), larger(positions, size)];
      }
      termCounts[memoryNo] = termCount;
      runNos[memoryNo] = row.runNo ?? -1;
      positions[memoryNo] = row.position ?? -1;
    },
    termCount: (memoryNo) => termCounts[memoryNo]!,
    runNo: (memoryNo) => runNos[memoryNo]!,
    position: (memoryNo) => positions[memoryNo]!,
  };
}
