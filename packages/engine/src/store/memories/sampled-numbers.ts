/** The fractional part of the golden ratio, whose multiples lie evenly in [0, 1) without a period. */
const GOLDEN = 0.618_033_988_749_894_9;

/**
 * `count` distinct memory numbers from 1 to `last`, ascending: one from each of as many equal stretches, at another place of each, so that nothing which
 * recurs every so many memories is met always or never. The same numbers every time, so that the same question gives the same answer.
 */
export function sampledNumbers(last: number, count: number): readonly number[] {
  if (last <= count) return Array.from({ length: Math.max(0, last) }, (_, i) => i + 1);
  const stretch = last / count;
  return Array.from({ length: count }, (_, i) => 1 + Math.min(last - 1, Math.floor((i + ((i * GOLDEN) % 1)) * stretch)));
}
