// The name that someone probably meant.

/** The entry of `names` with the least edit distance to `wanted` (Levenshtein 1966); the first of equals. */
export function nearestName(wanted: string, names: readonly string[]): string | null {
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of names) {
    const distance = editDistance(wanted, name);
    if (best === null || distance < best.distance) best = { name, distance };
  }
  return best?.name ?? null;
}

/** The nearest name, when it is near enough to be a slip of the one that was meant: a third of its characters may differ. */
export function nearName(wanted: string, names: readonly string[]): string | null {
  const nearest = nearestName(wanted, names);
  return nearest !== null && editDistance(wanted, nearest) <= Math.max(1, Math.floor(wanted.length / 3)) ? nearest : null;
}

/** Insertions, deletions and replacements of characters that make `a` of `b`; row by row. */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (above[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    above = current;
  }
  return above[b.length] as number;
}
