/**
 * Works through items, so many at once. The first failure stops the others: their signal fires, nothing new begins, all of them are awaited, and then that
 * very error is thrown.
 */
export async function sideBySide<T>(
  items: readonly T[],
  width: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const siblings = new AbortController();
  const either = AbortSignal.any([signal, siblings.signal]);
  const failures: unknown[] = [];
  const left = items.values();
  async function lane(): Promise<void> {
    for (const item of left) {
      if (either.aborted) return;
      try {
        await work(item, either);
      } catch (error) {
        failures.push(error);
        siblings.abort();
        return;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(width, items.length)) }, lane));
  if (failures.length > 0) throw failures[0];
  signal.throwIfAborted();
}
