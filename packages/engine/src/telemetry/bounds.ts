// Bounds of labels: what a caller can choose freely must not make a series of its own each time.
// In: values as they come. Out: values of a set that cannot grow without end.

/** What the values beyond the bound are counted under. */
export const OTHER = "other";

/** Banks that are labels at most; the contract's label has no bound, and a label that a caller invents needs one. */
export const MOST_BANKS = 1_000;

/**
 * Bounds of waits, in seconds. From 5 up and at 0 they are those of OpenTelemetry's SDK, which the contract has for histograms without bounds of their
 * own (they are meant for milliseconds); below 5 are finer ones, since nearly every wait lies there.
 */
export const WAIT_SECONDS: number[] = [
  0, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000,
];

const LARGEST = 65_536;

/** A number of tokens as a label: the next power of two from 256 to 65,536 (which usual values are), or `65536+`. */
export function sizeLabel(tokens: number): string {
  if (tokens > LARGEST) return `${LARGEST}+`;
  return String(2 ** Math.max(8, Math.ceil(Math.log2(Math.max(1, tokens)))));
}

/** Lets the first `most` different values pass and calls every further one `other`. */
export function firstOnes(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}
