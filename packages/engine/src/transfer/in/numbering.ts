import { unreadable } from "../archive/manifest.js";

/** The numbers that rows of an archive get in their new bank. */
export interface Numbering {
  /** How many numbers the bank has to give. */
  readonly wanted: number;
  /** From 1 on. Throws `file_unreadable` for a number that nothing has. */
  of(given: number): number;
  /** The number in the archive. */
  given(number: number): number;
}

/** Numbers that may be left out between those in use: as many as a bank in which a good part was forgotten has. */
const GAPS = { perRow: 10, anyway: 1_000 };

/**
 * Numbers stay as they are where few are left out; else they are closed up in their order, so that what an archive takes of a bank's numbers, which are not
 * without end, is in proportion to its rows.
 */
export function numberingOf(found: Iterable<number>): Numbering {
  const sorted = [...new Set(found)].sort((one, other) => one - other);
  const highest = sorted.at(-1) ?? 0;
  if (highest <= sorted.length * GAPS.perRow + GAPS.anyway) return { wanted: highest, of: (given) => given, given: (number) => number };
  const ranks = new Map(sorted.map((given, at) => [given, at + 1]));
  return {
    wanted: sorted.length,
    of(given) {
      const rank = ranks.get(given);
      if (rank === undefined) throw unreadable("a row in it names a number that nothing in it has");
      return rank;
    },
    given: (number) => sorted[number - 1] ?? 0,
  };
}
