// The page's state in the address, and changes of it.
// In: the address. Out: the state, `go` for a step that Back takes back, `set` for one that it does not, such as each letter of a search.

import { useNavigate, useSearch } from "@tanstack/react-router";
import type { EntitiesSearch } from "./search";

export interface PageState {
  readonly search: EntitiesSearch;
  readonly go: (changes: EntitiesSearch) => void;
  readonly set: (changes: EntitiesSearch) => void;
}

export function useEntitiesSearch(): PageState {
  const search = useSearch({ from: "/inside/banks/$bankId/entities" });
  const navigate = useNavigate({ from: "/banks/$bankId/entities" });
  const change = (changes: EntitiesSearch, replace: boolean): void =>
    void navigate({ search: (now: EntitiesSearch) => ({ ...now, ...changes }), replace, resetScroll: false });
  return { search, go: (changes) => change(changes, false), set: (changes) => change(changes, true) };
}
