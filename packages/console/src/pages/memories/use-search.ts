// The page's state in the address, and changes of it.
// In: the address. Out: the state, `go` for a step that Back takes back, `set` for one that it does not, such as each letter of a search.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { MemoriesSearch } from "./search";

export interface PageState {
  readonly search: MemoriesSearch;
  readonly go: (changes: MemoriesSearch) => void;
  readonly set: (changes: MemoriesSearch) => void;
}

export function useMemoriesSearch(): PageState {
  const search = useSearch({ from: "/inside/banks/$bankId/memories" });
  const navigate = useNavigate({ from: "/banks/$bankId/memories" });
  const go = useCallback(
    (changes: MemoriesSearch) => void navigate({ search: (now: MemoriesSearch) => ({ ...now, ...changes }), resetScroll: false }),
    [navigate],
  );
  const set = useCallback(
    (changes: MemoriesSearch) =>
      void navigate({ search: (now: MemoriesSearch) => ({ ...now, ...changes }), replace: true, resetScroll: false }),
    [navigate],
  );
  return { search, go, set };
}
