// What of the page stands in its address, and changes of it.
// In: the address. Out: the state, with its two ways to change it.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { type PageState as StateOf, usePageState } from "../../app/page-state";
import type { EntitiesSearch } from "./search";

export type PageState = StateOf<EntitiesSearch>;

export const useEntitiesSearch = (): PageState =>
  usePageState<EntitiesSearch>(useSearch({ from: "/inside/banks/$bankId/entities" }), useNavigate({ from: "/banks/$bankId/entities" }));
