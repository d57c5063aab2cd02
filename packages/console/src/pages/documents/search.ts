// What of the documents page stands in its address: the filters, the open document and what of it is shown, dialogs, transfers under way.
// In: the parsed query. Out: the page's state; absent is the preset.

import { integer, list, oneOf, text } from "../../app/search-params";

export const TABS = ["about", "text", "history"] as const;
/** Strict first: who asks for a tag seldom wants what has none. */
export const TAG_MATCHES = ["any_strict", "all_strict", "any", "all", "exact"] as const;
export const DIALOGS = ["text", "files", "transfer"] as const;

export type DetailTab = (typeof TABS)[number];
export type OpenDialog = (typeof DIALOGS)[number];

export interface DocumentsSearch {
  /** Part of an id or of a text. */
  q?: string | undefined;
  tags?: readonly string[] | undefined;
  /** Absent is any_strict. */
  match?: (typeof TAG_MATCHES)[number] | undefined;
  offset?: number | undefined;
  /** Id of the document that is open. */
  open?: string | undefined;
  /** Absent is about. */
  tab?: DetailTab | undefined;
  /** First chunk that the text shows. */
  chunk?: number | undefined;
  /** The dialog that is open: a text or files to add, or export and import. */
  dialog?: OpenDialog | undefined;
  /** Operations that export and import. */
  exporting?: string | undefined;
  importing?: string | undefined;
}

export const documentsSearch = (search: Record<string, unknown>): DocumentsSearch => ({
  q: text(search, "q"),
  tags: list(search, "tags"),
  match: oneOf(search, "match", TAG_MATCHES),
  offset: integer(search, "offset", 1, 1_000_000_000),
  open: text(search, "open"),
  tab: oneOf(search, "tab", TABS),
  chunk: integer(search, "chunk", 1, 1_000_000_000),
  dialog: oneOf(search, "dialog", DIALOGS),
  exporting: text(search, "exporting"),
  importing: text(search, "importing"),
});
