/**
 * Ratcliff/Obershelp similarity 2·M / (|a| + |b|), M the characters in matching blocks, found by taking the longest common block
 * and going on to its left and right. The measure of Python's difflib, which the reference resolves entities with; no junk
 * heuristics. Of equally long blocks the one that starts earliest in `a`, then in `b`, is taken. 1 for two empty strings.
 */
export function ratio(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  if (a.length + b.length === 0) return 1;
  return (2 * matching(a, b, 0, a.length, 0, b.length)) / (a.length + b.length);
}

function matching(a: readonly string[], b: readonly string[], aStart: number, aEnd: number, bStart: number, bEnd: number): number {
  const [atA, atB, size] = longestBlock(a, b, aStart, aEnd, bStart, bEnd);
  if (size === 0) return 0;
  return size + matching(a, b, aStart, atA, bStart, atB) + matching(a, b, atA + size, aEnd, atB + size, bEnd);
}

function longestBlock(
  a: readonly string[],
  b: readonly string[],
  aStart: number,
  aEnd: number,
  bStart: number,
  bEnd: number,
): readonly [number, number, number] {
  let best: readonly [number, number, number] = [aStart, bStart, 0];
  let previous = new Map<number, number>();
  for (let i = aStart; i < aEnd; i += 1) {
    const current = new Map<number, number>();
    for (let j = bStart; j < bEnd; j += 1) {
      if (a[i] !== b[j]) continue;
      const size = (previous.get(j - 1) ?? 0) + 1;
      current.set(j, size);
      if (size > best[2]) best = [i - size + 1, j - size + 1, size];
    }
    previous = current;
  }
  return best;
}

/** The trigrams of a name as PostgreSQL's pg_trgm makes them: lower case, each word with two spaces before and one behind it. */
export function trigrams(name: string): ReadonlySet<string> {
  const result = new Set<string>();
  for (const [word] of name.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const padded = Array.from(`  ${word} `);
    for (let at = 0; at + 2 < padded.length; at += 1) result.add(padded.slice(at, at + 3).join(""));
  }
  return result;
}

/** Jaccard similarity of the trigrams of two names: shared over all, as pg_trgm's `similarity`. 0 when neither has any. */
export function trigramSimilarity(left: string, right: string): number {
  const [a, b] = [trigrams(left), trigrams(right)];
  let shared = 0;
  for (const trigram of a) if (b.has(trigram)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
