// What of the documents page stands in its address.
// In: the parsed query. Out: the page's state; absent is the preset.

import { text } from "../../app/search-params";

export interface DocumentsSearch {
  /** Id of what is open. */
  open?: string | undefined;
}

export const documentsSearch = (search: Record<string, unknown>): DocumentsSearch => ({ open: text(search, "open") });
