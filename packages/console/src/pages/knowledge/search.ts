// What of the knowledge page stands in its address.
// In: the parsed query. Out: the page's state; absent is the preset.

import { text } from "../../app/search-params";

export interface KnowledgeSearch {
  /** Id of what is open. */
  open?: string | undefined;
}

export const knowledgeSearch = (search: Record<string, unknown>): KnowledgeSearch => ({ open: text(search, "open") });
