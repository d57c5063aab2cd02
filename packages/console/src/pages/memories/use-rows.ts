// The rows of a long list, fetched by the page as they come into view.
// In: a bank, filters and which rows are seen. Out: how many there are, and the row at a place where it is there.

import { useQueries } from "@tanstack/react-query";
import { type Asked, type ListItem, PAGE_SIZE, pageQuery } from "./queries";

export interface Rows {
  /** Undefined until the first page is there. */
  readonly total: number | undefined;
  readonly rowAt: (place: number) => ListItem | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** `first` and `last` are places of rows; the first page is always kept, since it tells the total. */
export function useRows(bank: string, query: Asked, first: number, last: number): Rows {
  const from = Math.floor(first / PAGE_SIZE);
  const to = Math.max(from, Math.floor(last / PAGE_SIZE));
  const pages = [...new Set([0, ...Array.from({ length: to - from + 1 }, (_, place) => from + place)])];
  const replies = useQueries({ queries: pages.map((page) => pageQuery(bank, query, page)) });
  const byPage = new Map(pages.map((page, place) => [page, replies[place]?.data]));
  const failed = replies.find(({ error }) => error !== null);
  return {
    total: replies[0]?.data?.total,
    rowAt: (place) => byPage.get(Math.floor(place / PAGE_SIZE))?.items[place % PAGE_SIZE],
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
