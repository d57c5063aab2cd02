// The state of a page in its address, and changes of it.
// In: what the router reads there, and its way to another address. Out: the state, `go` for a step that Back takes back,
// `set` for one that it does not, such as each letter of a search.

import { useCallback } from "react";

export interface PageState<Search> {
  readonly search: Search;
  readonly go: (changes: Search) => void;
  readonly set: (changes: Search) => void;
}

interface Step<Search> {
  readonly search: (now: Search) => Search;
  readonly replace: boolean;
  readonly resetScroll: false;
}

export function usePageState<Search extends object>(search: Search, navigate: (step: Step<Search>) => unknown): PageState<Search> {
  const change = useCallback(
    (changes: Search, replace: boolean) => void navigate({ search: (now) => ({ ...now, ...changes }), replace, resetScroll: false }),
    [navigate],
  );
  const go = useCallback((changes: Search) => change(changes, false), [change]);
  const set = useCallback((changes: Search) => change(changes, true), [change]);
  return { search, go, set };
}
