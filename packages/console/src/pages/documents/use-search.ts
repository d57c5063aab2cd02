// The page's state in the address, and changes of it.
// In: the address. Out: the state, `go` for a step that Back takes back, `set` for one that it does not, such as each letter of a search.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { DocumentsSearch } from "./search";

export interface PageState {
  readonly search: DocumentsSearch;
  readonly go: (changes: DocumentsSearch) => void;
  readonly set: (changes: DocumentsSearch) => void;
}

export function useDocumentsSearch(): PageState {
  const search = useSearch({ from: "/inside/banks/$bankId/documents" });
  const navigate = useNavigate({ from: "/banks/$bankId/documents" });
  const change = useCallback(
    (changes: DocumentsSearch, replace: boolean) =>
      void navigate({ search: (now: DocumentsSearch) => ({ ...now, ...changes }), replace, resetScroll: false }),
    [navigate],
  );
  const go = useCallback((changes: DocumentsSearch) => change(changes, false), [change]);
  const set = useCallback((changes: DocumentsSearch) => change(changes, true), [change]);
  return { search, go, set };
}
