// Pages: everything of a list, page after page.
// In: a function that reads one page, and its size. Out: an async iterator over the entries.
// The next page is read when it is needed, so that leaving the loop ends the reading.

/** Ends with the first page that is not full: a total may be an estimate. */
export async function* everyEntry<T>(
  read: (window: { readonly limit: number; readonly offset: number }) => Promise<readonly T[]>,
  pageSize: number,
): AsyncGenerator<T, undefined> {
  for (let offset = 0; ; offset += pageSize) {
    const entries = await read({ limit: pageSize, offset });
    yield* entries;
    if (entries.length < pageSize) return undefined;
  }
}

export const PAGE_SIZE = 100;
