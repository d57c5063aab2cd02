// Obsidian: the notes of a vault, a folder with `.obsidian` in it.
// In: Markdown with properties (tags, aliases, date), wikilinks, `#tags`, comments and block names. Out: a note each, by its path.
// Shape: help.obsidian.md (properties, internal links, Obsidian Flavored Markdown).

import type { Format } from "./format.js";
import { noteItem, notMarkdown, openNote } from "./note-file.js";

export const obsidian: Format = {
  name: "obsidian",
  title: "Obsidian vault",
  recognises: ({ source }) => source.folders.some((folder) => folder.split("/").at(-1) === ".obsidian"),
  whyNot: notMarkdown,
  async *read(file) {
    yield noteItem(file, await openNote(file), { kind: "note", origin: "obsidian", document_id: `obsidian/${file.name}` });
  },
};
