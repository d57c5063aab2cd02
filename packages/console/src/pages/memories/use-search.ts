// What of the page stands in its address, and changes of it.
// In: the address. Out: the state, with its two ways to change it.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { type PageState as StateOf, usePageState } from "../../app/page-state";
import type { MemoriesSearch } from "./search";

export type PageState = StateOf<MemoriesSearch>;

export const useMemoriesSearch = (): PageState =>
  usePageState<MemoriesSearch>(useSearch({ from: "/inside/banks/$bankId/memories" }), useNavigate({ from: "/banks/$bankId/memories" }));
