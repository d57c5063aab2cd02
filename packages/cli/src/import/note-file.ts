// Files of notes: which ones are read, and a note as an item.
// In: a file. Out: a found item, with the time that its properties, its name or the file tells.

import { type Found, found, type Kind, type RetainItem, skipped } from "./found.js";
import { linksOf, type Note, plainNote, readNote, tagsOf } from "./markdown.js";
import { type Source, type SourceFile, wholeText } from "./source-file.js";
import { firstInstant, firstText, metadata, texts } from "./values.js";

export const isMarkdown = (name: string): boolean => /\.(md|markdown)$/i.test(name);

export const notMarkdown = ({ name }: SourceFile, source: Source): string | null =>
  isMarkdown(name) || source.shape === "file" ? null : "no Markdown file";

export interface NoteFile extends Note {
  readonly title: string;
}

export async function openNote(file: SourceFile): Promise<NoteFile> {
  const note = readNote(await wholeText(file));
  const fileName =
    file.name
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, "") ?? file.name;
  return { ...note, title: firstText(note.properties.title) ?? fileName };
}

interface NoteItem extends Pick<RetainItem, "document_id" | "entities"> {
  readonly kind: Kind;
  readonly origin: string;
}

/** The title stands over the text, unless the text begins with it; other names of the note stand below it. */
export function noteItem(file: SourceFile, note: NoteFile, { kind, origin, ...item }: NoteItem): Found {
  const { properties, title } = note;
  const body = plainNote(note.body);
  if (body === "") return skipped(file.name, "empty");
  const aliases = texts(properties.aliases ?? properties.alias);
  const links = linksOf(note.body);
  const head = /^#\s+(.+)$/m.exec(body.split("\n", 1)[0] ?? "")?.[1] === title ? "" : `# ${title}\n\n`;
  const names = aliases.length === 0 ? "" : `Also known as ${aliases.join(", ")}.\n\n`;
  const content = head === "" && names !== "" ? body.replace("\n", `\n\n${names}`) : head + names + body;
  const first = firstInstant(properties.date, properties.created, properties.created_at, dayIn(title), file.changed);
  return found(
    kind,
    file.name,
    { content, ...item, tags: tagsOf(note), metadata: metadata({ origin, file: file.name, title, links: links.join(", ") }) },
    { first, last: firstInstant(properties.modified, properties.updated, properties.updated_at, file.changed, first) },
  );
}

/** A daily note is named after its day. */
const dayIn = (title: string): string | null => /^\d{4}-\d{2}-\d{2}/.exec(title)?.[0] ?? null;
