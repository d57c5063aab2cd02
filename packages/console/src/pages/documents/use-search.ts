// What of the page stands in its address, and changes of it.
// In: the address. Out: the state, with its two ways to change it.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { type PageState as StateOf, usePageState } from "../../app/page-state";
import type { DocumentsSearch } from "./search";

export type PageState = StateOf<DocumentsSearch>;

export const useDocumentsSearch = (): PageState =>
  usePageState<DocumentsSearch>(useSearch({ from: "/inside/banks/$bankId/documents" }), useNavigate({ from: "/banks/$bankId/documents" }));
