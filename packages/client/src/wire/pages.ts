// Pages: everything of a list, page after page.
// In: a function that reads one page, and its size. Out: an async iterator over the entries.
// The next page is read when it is needed, so that leaving the loop ends the reading.

export interface Page<T> {
  readonly entries: readonly T[];
  /** How many there are in all; undefined where that is an estimate. */
  readonly total: number | undefined;
}

/** A page may be shorter than asked for, where the server has a limit of its own: the end is the total, or a page without entries. */
export async function* everyEntry<T>(
  read: (window: { readonly limit: number; readonly offset: number }) => Promise<Page<T>>,
  pageSize: number,
): AsyncGenerator<T, undefined> {
  let offset = 0;
  for (;;) {
    const { entries, total } = await read({ limit: pageSize, offset });
    yield* entries;
    offset += entries.length;
    if (entries.length === 0 || (total !== undefined && offset >= total)) return undefined;
  }
}

/** A page of a list that calls its entries `items`. */
export function pageOf<T>(list: { items: readonly T[]; total?: number; total_is_estimate?: boolean }): Page<T> {
  return { entries: list.items, total: list.total_is_estimate ? undefined : list.total };
}

export const PAGE_SIZE = 100;
