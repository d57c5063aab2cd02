// The page's state in the address, and changes of it.
// In: the address. Out: the state, `go` for a step that Back takes back, `set` for one that it does not, such as each letter of a search.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { KnowledgeSearch } from "./search";

export interface PageState {
  readonly search: KnowledgeSearch;
  readonly go: (changes: KnowledgeSearch) => void;
  readonly set: (changes: KnowledgeSearch) => void;
}

export function useKnowledgeSearch(): PageState {
  const search = useSearch({ from: "/inside/banks/$bankId/knowledge" });
  const navigate = useNavigate({ from: "/banks/$bankId/knowledge" });
  const change = useCallback(
    (changes: KnowledgeSearch, replace: boolean) =>
      void navigate({ search: (now: KnowledgeSearch) => ({ ...now, ...changes }), replace, resetScroll: false }),
    [navigate],
  );
  const go = useCallback((changes: KnowledgeSearch) => change(changes, false), [change]);
  const set = useCallback((changes: KnowledgeSearch) => change(changes, true), [change]);
  return { search, go, set };
}
