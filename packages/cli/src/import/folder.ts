// Plain files: texts and Markdown of a folder, each a document by its path.
// In: files. Out: Markdown as notes, other texts as they are. What is no text is for `hindsight retain`, whose server reads PDF, Office and HTML.

import type { Format } from "./format.js";
import { found, skipped } from "./found.js";
import { isMarkdown, noteItem, openNote } from "./note-file.js";
import { wholeText } from "./source-file.js";
import { instant } from "./values.js";

const TEXTS = /\.(txt|text|rst|org|adoc|log|srt|vtt|tex)$/i;

export const folder: Format = {
  name: "folder",
  title: "plain files",
  recognises: ({ source }) => source.files.some(({ name }) => isMarkdown(name) || TEXTS.test(name)),
  whyNot: ({ name }) => (isMarkdown(name) || TEXTS.test(name) ? null : 'no text file; "hindsight retain" takes more kinds'),
  async *read(file) {
    if (isMarkdown(file.name)) {
      yield noteItem(file, await openNote(file), { kind: "file", origin: "folder", document_id: `folder/${file.name}` });
      return;
    }
    const content = (await wholeText(file)).trim();
    if (content === "") yield skipped(file.name, "empty");
    else
      yield found(
        "file",
        file.name,
        { content, document_id: `folder/${file.name}`, metadata: { origin: "folder", file: file.name } },
        { first: instant(file.changed) },
      );
  },
};
