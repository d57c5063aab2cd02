// basic-memory: Markdown notes with observations (`- [category] text #tag (context)`) and relations (`- relation [[Note]]`).
// In: notes with `title`, `type`, `permalink` and `tags` as properties. Out: a note each, by its permalink; names that it relates to are entities.
// Shape: basicmachines-co/basic-memory (README, src/basic_memory/markdown).

import type { Format } from "./format.js";
import { noteItem, notMarkdown, openNote } from "./note-file.js";
import { once, text } from "./values.js";

/** More names than this are an index, and not what the note is about. */
const MOST_ENTITIES = 25;
const RELATION = /^\s*[-*]\s+[^[\n]*\[\[([^\]|#\n]+)/gm;

/** The kind of a relation, written as basic-memory writes it. */
const KIND = /^(\s*[-*]\s+)([a-z]+(?:_[a-z]+)*)(?=\s+\[\[)/gm;

export const basicMemory: Format = {
  name: "basic-memory",
  title: "basic-memory notes",
  recognises: ({ notes }) => notes.some((note) => /^---\r?\n[\s\S]*?^permalink:/m.test(note) || /^\s*- \[[\w -]{2,}\] \S/m.test(note)),
  whyNot: notMarkdown,
  async *read(file) {
    const note = await openNote(file);
    const related = [...note.body.matchAll(RELATION)].map(([, name = ""]) => name.split("/").at(-1)?.trim() ?? "");
    const names = once([note.title, ...related].filter((name) => name !== ""));
    // "relates_to Tea" alone tells nobody what does.
    const body = note.body.replace(KIND, (_, bullet: string, kind: string) => `${bullet}${note.title} ${kind.replaceAll("_", " ")}`);
    yield noteItem(
      file,
      { ...note, body },
      {
        kind: "note",
        origin: "basic-memory",
        document_id: `basic-memory/${text(note.properties.permalink) ?? file.name}`,
        entities: names.slice(0, MOST_ENTITIES).map((name) => ({ text: name })),
      },
    );
  },
};
