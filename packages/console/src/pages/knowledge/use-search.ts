// What of the page stands in its address, and changes of it.
// In: the address. Out: the state, with its two ways to change it.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { type PageState as StateOf, usePageState } from "../../app/page-state";
import type { KnowledgeSearch } from "./search";

export type PageState = StateOf<KnowledgeSearch>;

export const useKnowledgeSearch = (): PageState =>
  usePageState<KnowledgeSearch>(useSearch({ from: "/inside/banks/$bankId/knowledge" }), useNavigate({ from: "/banks/$bankId/knowledge" }));
