// Pages: everything of a list, page after page.
// In: a function that reads one page, and its size. Out: an async iterator over the entries.
// The next page is read when it is needed, so that leaving the loop ends the reading.

import { HindsightError } from "../errors.js";

export interface Page<T> {
  readonly entries: readonly T[];
  /** How many there are in all; undefined where that is an estimate. */
  readonly total: number | undefined;
}

/**
 * A page may be shorter than asked for, where the server has a limit of its own: the end is the total, or a page without entries.
 * When entries were deleted meanwhile, by the loop itself perhaps, those behind them have moved up: so many are read again, and each is given once.
 */
export async function* everyEntry<T>(
  read: (window: { readonly limit: number; readonly offset: number }) => Promise<Page<T>>,
  pageSize: number,
): AsyncGenerator<T, undefined> {
  const given = new Set<unknown>();
  let offset = 0;
  let before = 0;
  for (;;) {
    const { entries, total } = await read({ limit: pageSize, offset });
    if (!Array.isArray(entries)) throw noList();
    const gone = total === undefined ? 0 : before - total;
    before = total ?? 0;
    if (gone > 0 && offset > 0) {
      offset = Math.max(0, offset - gone);
      continue;
    }
    for (const entry of entries) {
      const id = idOf(entry);
      if (id === undefined || !given.has(id)) yield entry;
      if (id !== undefined) given.add(id);
    }
    offset += entries.length;
    if (entries.length === 0 || (total !== undefined && offset >= total)) return undefined;
  }
}

function noList(): HindsightError {
  const message = "A page of the list has no entries: something else than a Hindsight server answers there.";
  return new HindsightError(message, undefined, undefined, { code: "invalid_reply" });
}

/** What an entry is known by in its list. */
function idOf(entry: unknown): unknown {
  const { id, bank_id, operation_id, tag } = entry as Readonly<Record<string, unknown>>;
  return id ?? operation_id ?? tag ?? bank_id;
}

/** A page of a list that calls its entries `items`. */
export function pageOf<T>(list: { items: readonly T[]; total?: number; total_is_estimate?: boolean }): Page<T> {
  return { entries: list.items, total: list.total_is_estimate ? undefined : list.total };
}

export const PAGE_SIZE = 100;
