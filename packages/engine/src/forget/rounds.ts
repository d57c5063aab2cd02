/** Items that one round of statements takes: bounds the parameters and the time of a statement. */
export const ROUND = 1000;

/** Cuts a list for statements that take a round. */
export function rounds<T>(items: readonly T[]): readonly (readonly T[])[] {
  const cut: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += ROUND) cut.push(items.slice(at, at + ROUND));
  return cut;
}
