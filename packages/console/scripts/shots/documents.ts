// Pictures of documents, entities and operations.
// In: nothing. Out: shots.

import { drawn, inOrder, openFirst, press, type Shot } from "./shot.js";

export const DOCUMENT_SHOTS: readonly Shot[] = [
  { name: "documents-none", at: "banks/fresh/documents" },
  { name: "documents", at: "documents" },
  { name: "documents-about", at: "documents?open=notes-2", isWhole: false },
  {
    name: "documents-text",
    at: "documents?open=notes-2&tab=text",
    prepare: (page) => page.locator("mark").first().waitFor(),
    isWhole: false,
  },
  {
    name: "documents-history",
    at: "documents?open=notes-2&tab=history",
    prepare: (page) => page.getByRole("tab", { name: "History" }).waitFor(),
    isWhole: false,
  },
  { name: "documents-delete", at: "documents?open=notes-2", prepare: press("Delete"), isWhole: false },
  { name: "documents-add", at: "documents?dialog=text", prepare: (page) => page.getByText("More fields").click(), isWhole: false },
  {
    name: "documents-files",
    at: "documents?dialog=files",
    prepare: (page) =>
      page
        .getByRole("dialog")
        .locator('input[type="file"]')
        .setInputFiles({ name: "minutes.md", mimeType: "text/markdown", buffer: Buffer.from("Ann rows.") }),
    isWhole: false,
  },
  { name: "documents-transfer", at: "documents?dialog=transfer", isWhole: false },
  { name: "entities-none", at: "banks/fresh/entities" },
  { name: "entities", at: "entities" },
  { name: "entities-graph", at: "entities?view=graph", prepare: drawn },
  { name: "entities-open", at: "entities", prepare: openFirst, isWhole: false },
  { name: "entities-merge", at: "entities", prepare: inOrder(openFirst, press("Merge others into it")), isWhole: false },
  { name: "operations-none", at: "banks/fresh/operations" },
  { name: "operations", at: "operations" },
  { name: "operations-open", at: "operations", prepare: openFirst, isWhole: false },
];
