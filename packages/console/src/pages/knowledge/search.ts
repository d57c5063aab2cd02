// What of the knowledge page stands in its address: the tab, what is open in it, which part of that, and what is looked for.
// In: the parsed query. Out: the page's state; absent is the preset.

import { flag, integer, oneOf, text } from "../../app/search-params";

export const TABS = ["pages", "models", "directives"] as const;
export const PARTS = ["text", "sources", "options", "history"] as const;

export type Tab = (typeof TABS)[number];
export type Part = (typeof PARTS)[number];

export interface KnowledgeSearch {
  /** Absent is pages. */
  tab?: Tab | undefined;
  /** Id of what is open: a page, a mental model or a directive, after the tab. */
  open?: string | undefined;
  /** Absent is the text. */
  part?: Part | undefined;
  q?: string | undefined;
  /** Lists mental models of pages too. */
  pages?: true | undefined;
  offset?: number | undefined;
}

const MOST_OFFSET = 1_000_000;

export const knowledgeSearch = (search: Record<string, unknown>): KnowledgeSearch => ({
  tab: oneOf(search, "tab", TABS),
  open: text(search, "open"),
  part: oneOf(search, "part", PARTS),
  q: text(search, "q"),
  pages: flag(search, "pages"),
  offset: integer(search, "offset", 1, MOST_OFFSET),
});
