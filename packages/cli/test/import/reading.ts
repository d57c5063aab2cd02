// A reader without a file system: what it finds in a text.
// In: a format and the files' texts. Out: what is found, and the items of it.

import { type Format, readAll } from "../../src/import/format.js";
import { FORMATS } from "../../src/import/formats.js";
import type { Found, FoundItem } from "../../src/import/found.js";
import type { Source, SourceFile } from "../../src/import/source-file.js";

/** The text in parts of `size` characters: what lies across two of them is read as well. */
export const fileOf = (name: string, text: string, size = 7): SourceFile => ({
  name,
  bytes: text.length,
  changed: new Date("2026-01-01T00:00:00Z"),
  async *parts() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  },
});

export async function foundIn(name: string, files: Readonly<Record<string, string>>): Promise<readonly Found[]> {
  const format = FORMATS.find((each) => each.name === name) as Format;
  const read = Object.entries(files).map(([file, text]) => fileOf(file, text));
  const source: Source = {
    shape: read.length > 1 ? "folder" : "file",
    path: "x",
    files: read,
    folders: [],
    omitted: [],
    close: () => undefined,
  };
  const found: Found[] = [];
  for await (const each of readAll(format, source)) found.push(each);
  return found;
}

/** The only item. */
export async function itemIn(name: string, file: string, value: unknown): Promise<FoundItem> {
  const found = await foundIn(name, { [file]: typeof value === "string" ? value : JSON.stringify(value) });
  const items = found.filter((each) => each.what === "item");
  if (items.length !== 1) throw new Error(`${items.length} items: ${JSON.stringify(found)}`);
  return items[0] as FoundItem;
}

/** The turns of a conversation as its item has them. */
export const turnsOf = ({ item }: FoundItem): readonly { readonly role: string; readonly content: string }[] => JSON.parse(item.content);
